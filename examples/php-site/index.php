<?php

// A site whose users earn coins, with nothing but PHP: the wall on its page, rewards by callback, the balance beside it.
//
//   php -S 127.0.0.1:3000 index.php
//
// The balances are a file here. In your system they are a table with a unique key on the callback's id.

declare(strict_types=1);

const BODY_MAX = 64 * 1024;
const TOLERANCE_SEC = 300;

/** `demo env` spells the variables without the first word. */
function setting(string $name, string $standard = ''): string
{
    return getenv($name) ?: getenv(preg_replace('/^QUOIN_/', '', $name)) ?: $standard;
}

function quoinUrl(): string
{
    return rtrim(setting('QUOIN_BASE_URL', 'http://localhost:8080'), '/');
}

/** Your own sign-in stands here: never take the user from the address of the page. */
function currentUser(): string
{
    return setting('DEMO_USER', 'ada');
}

/** A session of the wall for this user; the secret stays on this server. */
function openSession(string $userId): string
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'content-type: application/json',
            'x-api-key: ' . setting('QUOIN_API_KEY'),
            'x-api-secret: ' . setting('QUOIN_API_SECRET'),
        ],
        'content' => json_encode(['userId' => $userId], JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
        'timeout' => 10,
    ]]);
    $text = file_get_contents(quoinUrl() . '/api/v1/sessions', false, $context);
    $answer = json_decode((string) $text, true, 16, JSON_THROW_ON_ERROR);
    if (!$answer['success']) {
        throw new RuntimeException("{$answer['error']['code']}: {$answer['error']['message']}");
    }
    return $answer['data']['token'];
}

/** Standard Webhooks: any of the `v1` signatures may fit, since two secrets sign while one is replaced. */
function isProven(string $body): bool
{
    // With an empty key anybody could sign.
    if (!preg_match('~^whsec_([A-Za-z0-9+/]{32,}={0,2})$~D', setting('QUOIN_CALLBACK_SECRET'), $match)) {
        throw new RuntimeException('QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) is empty or is no whsec_… secret');
    }
    $key = base64_decode($match[1]);
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $timestamp)) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    return abs(time() - (int) $timestamp) <= TOLERANCE_SEC
        && array_filter($given, fn (string $signature) => hash_equals($expected, $signature)) !== [];
}

/** Reads all credits, and may add one, while no other request can. */
function credits(?array $new = null): array
{
    $file = fopen(setting('CREDITS_FILE', 'credits.jsonl'), 'c+');
    flock($file, LOCK_EX);
    $credits = [];
    while (($text = fgets($file)) !== false) {
        $credit = json_decode($text, true, 4, JSON_THROW_ON_ERROR);
        $credits[$credit['callback']] = $credit;
    }
    // The same callback may come again: each counts once.
    if ($new !== null && !isset($credits[$new['callback']])) {
        fwrite($file, json_encode($new, JSON_THROW_ON_ERROR) . "\n");
    }
    fclose($file);
    return $credits;
}

/** `change_local` is what this step adds, negative when it takes back; millionths are exact, unlike floats. */
function receiveCallback(): string
{
    $body = (string) file_get_contents('php://input', false, null, 0, BODY_MAX + 1);
    if (strlen($body) > BODY_MAX || !isProven($body)) {
        http_response_code(401);
        return 'ERROR: signature';
    }
    $data = json_decode($body, true, 8, JSON_THROW_ON_ERROR)['data'];
    if (!$data['is_test']) {
        $micros = (int) round((float) $data['change_local'] * 1_000_000);
        credits(['callback' => $data['callback_id'], 'user' => $data['user_id'], 'micros' => $micros]);
    }
    return 'OK';
}

function balance(): string
{
    $own = array_filter(credits(), fn (array $credit) => $credit['user'] === currentUser());
    return json_encode(['coins' => array_sum(array_column($own, 'micros')) / 1_000_000]);
}

function page(): string
{
    $origin = preg_replace('#^(https?://[^/]+).*#', '$1', quoinUrl());
    header("content-security-policy: default-src 'self'; img-src 'self' data:; script-src 'self' $origin; frame-src $origin");
    header('content-type: text/html; charset=utf-8');
    $script = htmlspecialchars(quoinUrl() . '/sdk.js', ENT_QUOTES);
    return <<<HTML
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Pixelhaven: earn coins</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="site.css">
        <script src="$script" defer></script>
        <script src="site.js" defer></script>
        <header><h1>Pixelhaven</h1><p>Your balance: <output id="balance">…</output> coins</p></header>
        <p id="problem" role="alert"></p>
        <main id="earn"></main>
        </html>
        HTML;
}

function answer(string $type, string $text): string
{
    header("content-type: $type; charset=utf-8");
    header('cache-control: no-store');
    return $text;
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (in_array($path, ['/site.js', '/site.css'], true)) {
    return false;
}
try {
    echo match ($_SERVER['REQUEST_METHOD'] . ' ' . $path) {
        'GET /' => page(),
        'GET /wall-session' => answer('text/plain', openSession(currentUser())),
        'GET /balance' => answer('application/json', balance()),
        'POST /callbacks' => answer('text/plain', receiveCallback()),
        default => http_response_code(404) ? 'There is no such page.' : '',
    };
} catch (JsonException | RuntimeException $error) {
    error_log((string) $error);
    http_response_code(502);
    echo 'ERROR';
}
