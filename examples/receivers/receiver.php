<?php

// A receiver of callbacks with nothing but PHP: POST /callbacks (native) and GET /wannads (a classic dialect).
//
//   CALLBACK_SECRET=whsec_… CLASSIC_SECRET=… LEDGER_FILE=ledger.jsonl php -S 127.0.0.1:8090 receiver.php
//
// The ledger is a file here. In your system it is a table with a unique key on `id`, written in the same
// transaction that credits the user.

declare(strict_types=1);

const TOLERANCE_SEC = 300;
const BODY_MAX = 64 * 1024;

/** Millionths as an integer: exact, unlike a float. */
function readDecimal(string $text): int
{
    if (!preg_match('/^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/D', $text, $match)) {
        throw new InvalidArgumentException('not a decimal');
    }
    $micros = (int) $match[2] * 1_000_000 + (int) str_pad($match[3] ?? '', 6, '0');
    return $match[1] === '-' ? -$micros : $micros;
}

function writeDecimal(int $micros): string
{
    $digits = str_pad((string) abs($micros), 7, '0', STR_PAD_LEFT);
    $fraction = rtrim(substr($digits, -6), '0');
    return ($micros < 0 ? '-' : '') . substr($digits, 0, -6) . ($fraction === '' ? '' : ".$fraction");
}

/** Does something with the ledger while no other request can. */
function withLedger(callable $work): mixed
{
    $file = fopen(getenv('LEDGER_FILE') ?: 'ledger.jsonl', 'c+');
    flock($file, LOCK_EX);
    $entries = [];
    while (($line = fgets($file)) !== false) {
        $entries[] = json_decode($line, true, 8, JSON_THROW_ON_ERROR);
    }
    try {
        return $work($entries, fn (array $entry) => fwrite($file, json_encode($entry, JSON_THROW_ON_ERROR) . "\n"));
    } finally {
        fflush($file);
        flock($file, LOCK_UN);
    }
}

/** Credits once: false when this id was credited before. */
function credit(array $entry): bool
{
    return withLedger(function (array $entries, callable $append) use ($entry): bool {
        if (in_array($entry['id'], array_column($entries, 'id'), true)) {
            return false;
        }
        $append($entry);
        return true;
    });
}

/** Standard Webhooks: any of the `v1` signatures may fit, since two secrets sign while one is replaced. */
function isProven(string $body): bool
{
    $secret = getenv('QUOIN_CALLBACK_SECRET') ?: getenv('CALLBACK_SECRET') ?: '';
    // With an empty key anybody could sign.
    if (!preg_match('~^whsec_([A-Za-z0-9+/]{32,}={0,2})$~D', $secret, $match)) {
        throw new RuntimeException('QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) is empty or is no whsec_… secret');
    }
    $key = base64_decode($match[1]);
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !preg_match('/^\d{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SEC) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

function receiveNative(): array
{
    $body = (string) file_get_contents('php://input', false, null, 0, BODY_MAX + 1);
    if (strlen($body) > BODY_MAX || !isProven($body)) {
        return [401, 'ERROR: signature'];
    }
    $data = json_decode($body, true, 8, JSON_THROW_ON_ERROR)['data'];
    if ($data['is_test']) {
        return [200, 'OK: a test'];
    }
    // `change_local` is what this step adds, so that steps may come in any order; the status is that of the
    // highest version.
    $isNew = credit([
        'id' => $_SERVER['HTTP_WEBHOOK_ID'],
        'conversion' => $data['conversion_id'],
        'version' => $data['version'],
        'status' => $data['status'],
        'user' => $data['user_id'],
        'change' => writeDecimal(readDecimal($data['change_local'])),
    ]);
    return [200, $isNew ? 'OK' : 'DUP'];
}

function receiveWannads(): array
{
    $text = fn (string $name): string => is_string($_GET[$name] ?? null) ? $_GET[$name] : '';
    $secret = getenv('CLASSIC_SECRET') ?: '';
    $expected = md5($text('subId') . $text('transId') . $text('reward') . $secret);
    if ($secret === '' || !hash_equals($expected, $text('signature'))) {
        return [401, 'ERROR: signature'];
    }
    if ($text('debug') === '1') {
        return [200, 'OK: a test'];
    }
    // Some send a reversal as a negative reward, some as a positive one with status 2: both take back.
    $amount = abs(readDecimal($text('reward')));
    if (!in_array($text('status'), ['1', '2'], true)) {
        return [400, 'ERROR: status'];
    }
    $isNew = credit([
        'id' => $text('transId'),
        'conversion' => $text('uuid'),
        'version' => null,
        'status' => $text('status'),
        'user' => $text('subId'),
        'change' => writeDecimal($text('status') === '1' ? $amount : -$amount),
    ]);
    return [200, $isNew ? 'OK' : 'DUP'];
}

function showBalance(): array
{
    $own = withLedger(fn (array $entries) => array_filter(
        $entries,
        fn (array $entry) => $entry['user'] === ($_GET['user'] ?? null),
    ));
    return [200, writeDecimal(array_sum(array_map(fn (array $entry) => readDecimal($entry['change']), $own)))];
}

try {
    [$status, $text] = match ($_SERVER['REQUEST_METHOD'] . ' ' . strtok($_SERVER['REQUEST_URI'], '?')) {
        'POST /callbacks' => receiveNative(),
        'GET /wannads' => receiveWannads(),
        'GET /balance' => showBalance(),
        default => [404, 'ERROR: no such address'],
    };
} catch (JsonException | InvalidArgumentException | TypeError $error) {
    error_log((string) $error);
    [$status, $text] = [400, 'ERROR: not readable'];
}
http_response_code($status);
header('content-type: text/plain; charset=utf-8');
echo $text;
