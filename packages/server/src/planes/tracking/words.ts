import type { Language } from '@quoin/core/languages/languages.ts'

/** The cause of a visitor's error: the offer, the link itself, or us. */
export type Trouble = 'unavailable' | 'broken' | 'busy'

interface Sentences {
  readonly title: string
  readonly why: string
  readonly whatToDo: string
}

interface Words extends Readonly<Record<Trouble, Sentences>> {
  /** The words before the id that support can be told. */
  readonly reference: string
}

/** One row per language: what happened, why that may be, and what the visitor can do now. */
export const words = {
  en: {
    reference: 'Reference',
    unavailable: {
      title: 'This offer is not available',
      why: 'It may have ended or reached its limit, or it is meant for other countries or devices.',
      whatToDo: 'Go back to the app or website you came from and choose another offer.',
    },
    broken: {
      title: 'This link does not work',
      why: 'It is incomplete or no longer valid.',
      whatToDo: 'Go back to the app or website you came from and open the offer again.',
    },
    busy: {
      title: 'That did not work',
      why: 'The problem is on our side.',
      whatToDo: 'Wait a moment, then reload this page.',
    },
  },
  de: {
    reference: 'Referenz',
    unavailable: {
      title: 'Dieses Angebot ist nicht verfügbar',
      why: 'Es ist vielleicht beendet oder ausgeschöpft, oder es gilt für andere Länder oder Geräte.',
      whatToDo: 'Geh zurück zur App oder Website, von der du kommst, und wähle ein anderes Angebot.',
    },
    broken: {
      title: 'Dieser Link funktioniert nicht',
      why: 'Er ist unvollständig oder nicht mehr gültig.',
      whatToDo: 'Geh zurück zur App oder Website, von der du kommst, und öffne das Angebot noch einmal.',
    },
    busy: {
      title: 'Das hat nicht geklappt',
      why: 'Das Problem liegt bei uns.',
      whatToDo: 'Warte einen Moment und lade diese Seite dann neu.',
    },
  },
  fr: {
    reference: 'Référence',
    unavailable: {
      title: 'Cette offre n’est pas disponible',
      why: 'Elle est peut-être terminée ou épuisée, ou réservée à d’autres pays ou appareils.',
      whatToDo: 'Revenez à l’application ou au site d’où vous venez et choisissez une autre offre.',
    },
    broken: {
      title: 'Ce lien ne fonctionne pas',
      why: 'Il est incomplet ou n’est plus valable.',
      whatToDo: 'Revenez à l’application ou au site d’où vous venez et ouvrez à nouveau l’offre.',
    },
    busy: {
      title: 'Cela n’a pas fonctionné',
      why: 'Le problème vient de notre côté.',
      whatToDo: 'Patientez un instant, puis rechargez cette page.',
    },
  },
  es: {
    reference: 'Referencia',
    unavailable: {
      title: 'Esta oferta no está disponible',
      why: 'Puede que haya terminado o se haya agotado, o que sea para otros países o dispositivos.',
      whatToDo: 'Vuelve a la aplicación o al sitio web de donde vienes y elige otra oferta.',
    },
    broken: {
      title: 'Este enlace no funciona',
      why: 'Está incompleto o ya no es válido.',
      whatToDo: 'Vuelve a la aplicación o al sitio web de donde vienes y abre la oferta otra vez.',
    },
    busy: {
      title: 'No ha funcionado',
      why: 'El problema es nuestro.',
      whatToDo: 'Espera un momento y vuelve a cargar esta página.',
    },
  },
  pt: {
    reference: 'Referência',
    unavailable: {
      title: 'Esta oferta não está disponível',
      why: 'Ela pode ter terminado ou se esgotado, ou ser para outros países ou dispositivos.',
      whatToDo: 'Volte ao aplicativo ou site de onde você veio e escolha outra oferta.',
    },
    broken: {
      title: 'Este link não funciona',
      why: 'Ele está incompleto ou não é mais válido.',
      whatToDo: 'Volte ao aplicativo ou site de onde você veio e abra a oferta novamente.',
    },
    busy: {
      title: 'Não funcionou',
      why: 'O problema é nosso.',
      whatToDo: 'Aguarde um momento e recarregue esta página.',
    },
  },
  tr: {
    reference: 'Referans',
    unavailable: {
      title: 'Bu teklif kullanılamıyor',
      why: 'Sona ermiş veya sınırına ulaşmış olabilir ya da başka ülkeler veya cihazlar içindir.',
      whatToDo: 'Geldiğiniz uygulamaya veya web sitesine dönün ve başka bir teklif seçin.',
    },
    broken: {
      title: 'Bu bağlantı çalışmıyor',
      why: 'Eksik veya artık geçerli değil.',
      whatToDo: 'Geldiğiniz uygulamaya veya web sitesine dönün ve teklifi yeniden açın.',
    },
    busy: {
      title: 'İşlem başarısız oldu',
      why: 'Sorun bizden kaynaklanıyor.',
      whatToDo: 'Biraz bekleyin, ardından bu sayfayı yeniden yükleyin.',
    },
  },
  ru: {
    reference: 'Номер',
    unavailable: {
      title: 'Это предложение недоступно',
      why: 'Возможно, оно закончилось, исчерпано или предназначено для других стран или устройств.',
      whatToDo: 'Вернитесь в приложение или на сайт, откуда вы пришли, и выберите другое предложение.',
    },
    broken: {
      title: 'Эта ссылка не работает',
      why: 'Она неполная или больше не действует.',
      whatToDo: 'Вернитесь в приложение или на сайт, откуда вы пришли, и откройте предложение ещё раз.',
    },
    busy: {
      title: 'Не получилось',
      why: 'Проблема на нашей стороне.',
      whatToDo: 'Подождите немного и обновите эту страницу.',
    },
  },
  ar: {
    reference: 'المرجع',
    unavailable: {
      title: 'هذا العرض غير متاح',
      why: 'ربما انتهى أو بلغ حدّه الأقصى، أو أنه مخصّص لبلدان أو أجهزة أخرى.',
      whatToDo: 'ارجع إلى التطبيق أو الموقع الذي جئت منه واختر عرضًا آخر.',
    },
    broken: {
      title: 'هذا الرابط لا يعمل',
      why: 'الرابط غير مكتمل أو لم يعد صالحًا.',
      whatToDo: 'ارجع إلى التطبيق أو الموقع الذي جئت منه وافتح العرض مرة أخرى.',
    },
    busy: {
      title: 'لم ينجح ذلك',
      why: 'المشكلة من جانبنا.',
      whatToDo: 'انتظر لحظة ثم أعد تحميل هذه الصفحة.',
    },
  },
  hi: {
    reference: 'संदर्भ',
    unavailable: {
      title: 'यह ऑफ़र उपलब्ध नहीं है',
      why: 'हो सकता है कि यह समाप्त हो गया हो, इसकी सीमा पूरी हो गई हो, या यह दूसरे देशों या डिवाइसों के लिए हो।',
      whatToDo: 'जिस ऐप या वेबसाइट से आप आए हैं, उस पर वापस जाएँ और कोई दूसरा ऑफ़र चुनें।',
    },
    broken: {
      title: 'यह लिंक काम नहीं कर रहा है',
      why: 'यह अधूरा है या अब मान्य नहीं है।',
      whatToDo: 'जिस ऐप या वेबसाइट से आप आए हैं, उस पर वापस जाएँ और ऑफ़र दोबारा खोलें।',
    },
    busy: {
      title: 'यह नहीं हो पाया',
      why: 'समस्या हमारी ओर से है।',
      whatToDo: 'थोड़ा इंतज़ार करें, फिर इस पेज को दोबारा लोड करें।',
    },
  },
  id: {
    reference: 'Referensi',
    unavailable: {
      title: 'Penawaran ini tidak tersedia',
      why: 'Mungkin sudah berakhir atau mencapai batasnya, atau ditujukan untuk negara atau perangkat lain.',
      whatToDo: 'Kembali ke aplikasi atau situs web asal Anda dan pilih penawaran lain.',
    },
    broken: {
      title: 'Tautan ini tidak berfungsi',
      why: 'Tautan tidak lengkap atau tidak berlaku lagi.',
      whatToDo: 'Kembali ke aplikasi atau situs web asal Anda dan buka penawaran sekali lagi.',
    },
    busy: {
      title: 'Tidak berhasil',
      why: 'Masalahnya ada pada kami.',
      whatToDo: 'Tunggu sebentar, lalu muat ulang halaman ini.',
    },
  },
  ja: {
    reference: '参照番号',
    unavailable: {
      title: 'このオファーは利用できません',
      why: '終了したか上限に達した、または他の国や端末向けの可能性があります。',
      whatToDo: '元のアプリまたはサイトに戻り、別のオファーを選んでください。',
    },
    broken: {
      title: 'このリンクは使えません',
      why: 'リンクが不完全か、すでに無効です。',
      whatToDo: '元のアプリまたはサイトに戻り、もう一度オファーを開いてください。',
    },
    busy: {
      title: 'うまくいきませんでした',
      why: '問題は当方にあります。',
      whatToDo: '少し待ってから、このページを再読み込みしてください。',
    },
  },
  zh: {
    reference: '编号',
    unavailable: {
      title: '此优惠不可用',
      why: '它可能已结束或已达上限，或者仅面向其他国家或设备。',
      whatToDo: '请返回您来自的应用或网站，选择其他优惠。',
    },
    broken: {
      title: '此链接无法使用',
      why: '链接不完整或已失效。',
      whatToDo: '请返回您来自的应用或网站，重新打开该优惠。',
    },
    busy: {
      title: '操作未成功',
      why: '问题出在我们这边。',
      whatToDo: '请稍等片刻，然后重新加载此页面。',
    },
  },
  it: {
    reference: 'Riferimento',
    unavailable: {
      title: 'Questa offerta non è disponibile',
      why: 'Forse è terminata o esaurita, oppure è riservata ad altri paesi o dispositivi.',
      whatToDo: 'Torna all’app o al sito da cui sei arrivato e scegli un’altra offerta.',
    },
    broken: {
      title: 'Questo link non funziona',
      why: 'È incompleto o non è più valido.',
      whatToDo: 'Torna all’app o al sito da cui sei arrivato e apri di nuovo l’offerta.',
    },
    busy: {
      title: 'Non ha funzionato',
      why: 'Il problema è dalla nostra parte.',
      whatToDo: 'Aspetta un momento, poi ricarica questa pagina.',
    },
  },
  pl: {
    reference: 'Numer',
    unavailable: {
      title: 'Ta oferta jest niedostępna',
      why: 'Być może się skończyła, wyczerpała albo jest przeznaczona dla innych krajów lub urządzeń.',
      whatToDo: 'Wróć do aplikacji lub strony, z której przychodzisz, i wybierz inną ofertę.',
    },
    broken: {
      title: 'Ten link nie działa',
      why: 'Jest niepełny albo stracił ważność.',
      whatToDo: 'Wróć do aplikacji lub strony, z której przychodzisz, i otwórz ofertę jeszcze raz.',
    },
    busy: {
      title: 'Nie udało się',
      why: 'Problem leży po naszej stronie.',
      whatToDo: 'Poczekaj chwilę, a potem odśwież tę stronę.',
    },
  },
  vi: {
    reference: 'Mã tham chiếu',
    unavailable: {
      title: 'Ưu đãi này không khả dụng',
      why: 'Có thể ưu đãi đã kết thúc hoặc hết lượt, hoặc dành cho quốc gia hay thiết bị khác.',
      whatToDo: 'Hãy quay lại ứng dụng hoặc trang web ban đầu và chọn ưu đãi khác.',
    },
    broken: {
      title: 'Liên kết này không hoạt động',
      why: 'Liên kết bị thiếu hoặc không còn hiệu lực.',
      whatToDo: 'Hãy quay lại ứng dụng hoặc trang web ban đầu và mở lại ưu đãi.',
    },
    busy: {
      title: 'Không thành công',
      why: 'Lỗi là do phía chúng tôi.',
      whatToDo: 'Hãy đợi một lát rồi tải lại trang này.',
    },
  },
  ko: {
    reference: '번호',
    unavailable: {
      title: '이용할 수 없는 오퍼입니다',
      why: '종료되었거나 한도에 도달했거나, 다른 국가 또는 기기를 위한 오퍼일 수 있습니다.',
      whatToDo: '원래 앱이나 웹사이트로 돌아가 다른 오퍼를 선택해 주세요.',
    },
    broken: {
      title: '작동하지 않는 링크입니다',
      why: '링크가 불완전하거나 더 이상 유효하지 않습니다.',
      whatToDo: '원래 앱이나 웹사이트로 돌아가 오퍼를 다시 열어 주세요.',
    },
    busy: {
      title: '처리하지 못했습니다',
      why: '저희 쪽에 문제가 있습니다.',
      whatToDo: '잠시 기다린 뒤 이 페이지를 새로 고침해 주세요.',
    },
  },
} as const satisfies Readonly<Record<Language, Words>>
