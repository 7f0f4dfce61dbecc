import type { Language } from '@quoin/core/languages/languages.ts'

interface LetterWords {
  readonly subject: string
  /** The gaps in braces are filled in: `{site}` is the address of this service, `{link}` the one to open. */
  readonly text: string
}

/** A letter that somebody asks for themselves, so that their browser tells the language. */
type AskedLetter = 'account_known' | 'confirm_address' | 'new_password'

/** One row per language. */
const letterWords: Readonly<Record<Language, Readonly<Record<AskedLetter, LetterWords>>>> = {
  en: {
    account_known: {
      subject: 'You have an account at Quoin already',
      text: 'Somebody, probably you, wanted to sign up with this address at {site}. You have an account already. Sign in here:\n{link}\n',
    },
    confirm_address: {
      subject: 'Confirm your address for Quoin',
      text: 'Open this link within a day to go on with your sign-up at {site}. It works once:\n{link}\n\nIf you have not asked for it, nothing has happened.\n',
    },
    new_password: {
      subject: 'A new password for Quoin',
      text: 'Open this link within an hour to set a new password at {site}. It works once:\n{link}\n\nIf you have not asked for it, nothing has changed.\n',
    },
  },
  de: {
    account_known: {
      subject: 'Du hast schon ein Konto bei Quoin',
      text: 'Jemand, wahrscheinlich du, wollte sich mit dieser Adresse bei {site} registrieren. Du hast dort schon ein Konto. Hier meldest du dich an:\n{link}\n',
    },
    confirm_address: {
      subject: 'Bestätige deine Adresse für Quoin',
      text: 'Öffne diesen Link innerhalb eines Tages, um deine Registrierung bei {site} fortzusetzen. Er funktioniert einmal:\n{link}\n\nWenn du das nicht warst, ist nichts geschehen.\n',
    },
    new_password: {
      subject: 'Ein neues Passwort für Quoin',
      text: 'Öffne diesen Link innerhalb einer Stunde, um ein neues Passwort bei {site} zu setzen. Er funktioniert einmal:\n{link}\n\nWenn du das nicht warst, hat sich nichts geändert.\n',
    },
  },
  es: {
    account_known: {
      subject: 'Ya tienes una cuenta en Quoin',
      text: 'Alguien, probablemente tú, quiso registrarse con esta dirección en {site}. Ya tienes una cuenta. Inicia sesión aquí:\n{link}\n',
    },
    confirm_address: {
      subject: 'Confirma tu dirección para Quoin',
      text: 'Abre este enlace en el plazo de un día para continuar tu registro en {site}. Funciona una sola vez:\n{link}\n\nSi no lo has pedido tú, no ha pasado nada.\n',
    },
    new_password: {
      subject: 'Una contraseña nueva para Quoin',
      text: 'Abre este enlace en el plazo de una hora para poner una contraseña nueva en {site}. Funciona una sola vez:\n{link}\n\nSi no lo has pedido tú, no ha cambiado nada.\n',
    },
  },
  fr: {
    account_known: {
      subject: 'Vous avez déjà un compte Quoin',
      text: 'Quelqu’un, sans doute vous, a voulu s’inscrire avec cette adresse sur {site}. Vous avez déjà un compte. Connectez-vous ici :\n{link}\n',
    },
    confirm_address: {
      subject: 'Confirmez votre adresse pour Quoin',
      text: 'Ouvrez ce lien dans la journée pour poursuivre votre inscription sur {site}. Il ne fonctionne qu’une fois :\n{link}\n\nSi vous n’avez rien demandé, il ne s’est rien passé.\n',
    },
    new_password: {
      subject: 'Un nouveau mot de passe pour Quoin',
      text: 'Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe sur {site}. Il ne fonctionne qu’une fois :\n{link}\n\nSi vous n’avez rien demandé, rien n’a changé.\n',
    },
  },
  pt: {
    account_known: {
      subject: 'Você já tem uma conta no Quoin',
      text: 'Alguém, provavelmente você, quis se cadastrar com este endereço em {site}. Você já tem uma conta. Entre aqui:\n{link}\n',
    },
    confirm_address: {
      subject: 'Confirme seu endereço para o Quoin',
      text: 'Abra este link em até um dia para continuar seu cadastro em {site}. Ele funciona uma única vez:\n{link}\n\nSe não foi você quem pediu, nada aconteceu.\n',
    },
    new_password: {
      subject: 'Uma nova senha para o Quoin',
      text: 'Abra este link em até uma hora para definir uma nova senha em {site}. Ele funciona uma única vez:\n{link}\n\nSe não foi você quem pediu, nada mudou.\n',
    },
  },
  it: {
    account_known: {
      subject: 'Hai già un account Quoin',
      text: 'Qualcuno, probabilmente tu, voleva registrarsi con questo indirizzo su {site}. Hai già un account. Accedi qui:\n{link}\n',
    },
    confirm_address: {
      subject: 'Conferma il tuo indirizzo per Quoin',
      text: 'Apri questo link entro un giorno per continuare la registrazione su {site}. Funziona una volta sola:\n{link}\n\nSe non l’hai chiesto tu, non è successo nulla.\n',
    },
    new_password: {
      subject: 'Una nuova password per Quoin',
      text: 'Apri questo link entro un’ora per impostare una nuova password su {site}. Funziona una volta sola:\n{link}\n\nSe non l’hai chiesta tu, non è cambiato nulla.\n',
    },
  },
  pl: {
    account_known: {
      subject: 'Masz już konto w Quoin',
      text: 'Ktoś, prawdopodobnie Ty, chciał zarejestrować się z tym adresem w {site}. Masz już konto. Zaloguj się tutaj:\n{link}\n',
    },
    confirm_address: {
      subject: 'Potwierdź swój adres w Quoin',
      text: 'Otwórz ten link w ciągu jednego dnia, aby kontynuować rejestrację w {site}. Link działa tylko raz:\n{link}\n\nJeśli to nie była Twoja prośba, nic się nie stało.\n',
    },
    new_password: {
      subject: 'Nowe hasło do Quoin',
      text: 'Otwórz ten link w ciągu godziny, aby ustawić nowe hasło w {site}. Link działa tylko raz:\n{link}\n\nJeśli to nie była Twoja prośba, nic się nie zmieniło.\n',
    },
  },
  ru: {
    account_known: {
      subject: 'У вас уже есть аккаунт в Quoin',
      text: 'Кто-то, вероятно вы, хотел зарегистрироваться с этим адресом на {site}. У вас уже есть аккаунт. Войдите здесь:\n{link}\n',
    },
    confirm_address: {
      subject: 'Подтвердите адрес для Quoin',
      text: 'Откройте эту ссылку в течение суток, чтобы продолжить регистрацию на {site}. Она работает один раз:\n{link}\n\nЕсли вы этого не просили, ничего не произошло.\n',
    },
    new_password: {
      subject: 'Новый пароль для Quoin',
      text: 'Откройте эту ссылку в течение часа, чтобы задать новый пароль на {site}. Она работает один раз:\n{link}\n\nЕсли вы этого не просили, ничего не изменилось.\n',
    },
  },
  tr: {
    account_known: {
      subject: 'Quoin’de zaten bir hesabınız var',
      text: 'Biri, büyük olasılıkla siz, {site} üzerinde bu adresle kaydolmak istedi. Zaten bir hesabınız var. Buradan giriş yapın:\n{link}\n',
    },
    confirm_address: {
      subject: 'Quoin için adresinizi onaylayın',
      text: '{site} üzerindeki kaydınıza devam etmek için bu bağlantıyı bir gün içinde açın. Bağlantı bir kez çalışır:\n{link}\n\nBunu siz istemediyseniz hiçbir şey olmadı.\n',
    },
    new_password: {
      subject: 'Quoin için yeni parola',
      text: '{site} üzerinde yeni bir parola belirlemek için bu bağlantıyı bir saat içinde açın. Bağlantı bir kez çalışır:\n{link}\n\nBunu siz istemediyseniz hiçbir şey değişmedi.\n',
    },
  },
  ar: {
    account_known: {
      subject: 'لديك حساب في Quoin بالفعل',
      text: 'أراد شخص ما، على الأرجح أنت، التسجيل بهذا العنوان في {site}. لديك حساب بالفعل. سجّل الدخول من هنا:\n{link}\n',
    },
    confirm_address: {
      subject: 'أكّد عنوانك في Quoin',
      text: 'افتح هذا الرابط خلال يوم واحد لمتابعة تسجيلك في {site}. يعمل الرابط مرة واحدة:\n{link}\n\nإذا لم تطلب ذلك، فلم يحدث شيء.\n',
    },
    new_password: {
      subject: 'كلمة مرور جديدة في Quoin',
      text: 'افتح هذا الرابط خلال ساعة واحدة لتعيين كلمة مرور جديدة في {site}. يعمل الرابط مرة واحدة:\n{link}\n\nإذا لم تطلب ذلك، فلم يتغير شيء.\n',
    },
  },
  hi: {
    account_known: {
      subject: 'Quoin पर आपका खाता पहले से है',
      text: 'किसी ने, शायद आपने ही, {site} पर इस पते से साइन अप करना चाहा। आपका खाता पहले से है। यहाँ साइन इन करें:\n{link}\n',
    },
    confirm_address: {
      subject: 'Quoin के लिए अपने पते की पुष्टि करें',
      text: '{site} पर साइन अप जारी रखने के लिए यह लिंक एक दिन के भीतर खोलें। यह एक ही बार काम करता है:\n{link}\n\nअगर आपने यह नहीं माँगा, तो कुछ नहीं हुआ है।\n',
    },
    new_password: {
      subject: 'Quoin के लिए नया पासवर्ड',
      text: '{site} पर नया पासवर्ड सेट करने के लिए यह लिंक एक घंटे के भीतर खोलें। यह एक ही बार काम करता है:\n{link}\n\nअगर आपने यह नहीं माँगा, तो कुछ नहीं बदला है।\n',
    },
  },
  id: {
    account_known: {
      subject: 'Anda sudah punya akun di Quoin',
      text: 'Seseorang, mungkin Anda, ingin mendaftar dengan alamat ini di {site}. Anda sudah punya akun. Masuk di sini:\n{link}\n',
    },
    confirm_address: {
      subject: 'Konfirmasi alamat Anda untuk Quoin',
      text: 'Buka tautan ini dalam satu hari untuk melanjutkan pendaftaran Anda di {site}. Tautan hanya berlaku sekali:\n{link}\n\nJika Anda tidak memintanya, tidak ada yang terjadi.\n',
    },
    new_password: {
      subject: 'Kata sandi baru untuk Quoin',
      text: 'Buka tautan ini dalam satu jam untuk membuat kata sandi baru di {site}. Tautan hanya berlaku sekali:\n{link}\n\nJika Anda tidak memintanya, tidak ada yang berubah.\n',
    },
  },
  vi: {
    account_known: {
      subject: 'Bạn đã có tài khoản Quoin',
      text: 'Ai đó, có lẽ là bạn, muốn đăng ký bằng địa chỉ này tại {site}. Bạn đã có tài khoản. Hãy đăng nhập tại đây:\n{link}\n',
    },
    confirm_address: {
      subject: 'Xác nhận địa chỉ của bạn cho Quoin',
      text: 'Hãy mở liên kết này trong vòng một ngày để tiếp tục đăng ký tại {site}. Liên kết chỉ dùng được một lần:\n{link}\n\nNếu bạn không yêu cầu, thì chưa có gì xảy ra.\n',
    },
    new_password: {
      subject: 'Mật khẩu mới cho Quoin',
      text: 'Hãy mở liên kết này trong vòng một giờ để đặt mật khẩu mới tại {site}. Liên kết chỉ dùng được một lần:\n{link}\n\nNếu bạn không yêu cầu, thì chưa có gì thay đổi.\n',
    },
  },
  ja: {
    account_known: {
      subject: 'Quoin のアカウントはすでにあります',
      text: 'どなたか（おそらくご本人）が、このアドレスで {site} に登録しようとしました。アカウントはすでにあります。こちらからサインインしてください：\n{link}\n',
    },
    confirm_address: {
      subject: 'Quoin のメールアドレスを確認してください',
      text: '{site} への登録を続けるには、1日以内にこのリンクを開いてください。リンクは1回だけ使えます：\n{link}\n\nお心当たりがない場合、何も行われていません。\n',
    },
    new_password: {
      subject: 'Quoin の新しいパスワード',
      text: '{site} で新しいパスワードを設定するには、1時間以内にこのリンクを開いてください。リンクは1回だけ使えます：\n{link}\n\nお心当たりがない場合、何も変わっていません。\n',
    },
  },
  ko: {
    account_known: {
      subject: '이미 Quoin 계정이 있습니다',
      text: '누군가(아마도 본인)가 이 주소로 {site}에 가입하려고 했습니다. 이미 계정이 있습니다. 여기에서 로그인해 주세요:\n{link}\n',
    },
    confirm_address: {
      subject: 'Quoin에서 사용할 주소를 확인해 주세요',
      text: '{site} 가입을 계속하려면 하루 안에 이 링크를 열어 주세요. 링크는 한 번만 사용할 수 있습니다:\n{link}\n\n요청하지 않으셨다면 아무 일도 일어나지 않은 것입니다.\n',
    },
    new_password: {
      subject: 'Quoin 새 비밀번호',
      text: '{site}에서 새 비밀번호를 설정하려면 한 시간 안에 이 링크를 열어 주세요. 링크는 한 번만 사용할 수 있습니다:\n{link}\n\n요청하지 않으셨다면 아무것도 바뀌지 않았습니다.\n',
    },
  },
  zh: {
    account_known: {
      subject: '您已有 Quoin 账户',
      text: '有人（可能是您本人）想用此地址在 {site} 注册。您已有账户，请在此登录：\n{link}\n',
    },
    confirm_address: {
      subject: '请确认您的 Quoin 邮箱地址',
      text: '请在一天内打开此链接，继续在 {site} 注册。链接只能使用一次：\n{link}\n\n如果不是您本人的请求，则什么都没有发生。\n',
    },
    new_password: {
      subject: '设置新的 Quoin 密码',
      text: '请在一小时内打开此链接，在 {site} 设置新密码。链接只能使用一次：\n{link}\n\n如果不是您本人的请求，则什么都没有改变。\n',
    },
  },
}

/** A letter in a language, its gaps filled in. */
export function wordLetter(
  letter: AskedLetter,
  { language, site, link }: { readonly language: Language; readonly site: string; readonly link: string },
): LetterWords {
  const { subject, text } = letterWords[language][letter]
  return { subject, text: text.replace('{site}', () => site).replace('{link}', () => link) }
}
