<?php

// Receivers as they stand on publishers' sites, one function each, written anew from how the real ones behave:
//
//   SECRET=… BOOKS_FILE=books.json php -S 127.0.0.1:8091 receivers.php
//
// They are no models: several of them ignore what they should read. examples/receivers has better ones.

declare(strict_types=1);

require __DIR__ . '/books.php';

$secret = (string) getenv('SECRET');
$books = new Books((string) getenv('BOOKS_FILE'));
$given = fn (string $name): string => is_string($_REQUEST[$name] ?? null) ? $_REQUEST[$name] : '';
/** The address as the receiver was called. */
$url = 'http://' . $_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI'];

/** A faucet script: adds the reward whatever the status is, keeps 32 characters of an id, repeats get no answer. */
function faucet(callable $given, string $secret, Books $books): void
{
    if (md5($given('subId') . $given('transId') . $given('reward') . $secret) !== $given('signature')) {
        echo "ERROR: Signature doesn't match";
        return;
    }
    if ($books->knows($given('transId'))) {
        return;
    }
    $books->remember($given('transId'), 32);
    $books->add($given('subId'), (float) $given('reward'));
    echo 'OK';
}

/** By the wall's own page: status 2 subtracts a positive reward, and a repeat is DUP. */
function documented(callable $given, string $secret, Books $books): void
{
    if (md5($given('subId') . $given('transId') . $given('reward') . $secret) !== $given('signature')) {
        echo "ERROR: Signature doesn't match";
        return;
    }
    if ($books->knows($given('transId'))) {
        echo 'DUP';
        return;
    }
    $books->remember($given('transId'), 64);
    $books->add($given('subId'), $given('status') === '2' ? -(float) $given('reward') : (float) $given('reward'));
    echo 'OK';
}

/** Acts on status 1 only: to every other status it says OK and does nothing, so that reversals are kept. */
function status(callable $given, string $secret, Books $books): void
{
    if (md5($given('subId') . $given('transId') . $given('reward') . $secret) !== $given('signature')) {
        echo "ERROR: Signature doesn't match";
        return;
    }
    if ($given('status') === '1' && !$books->knows($given('transId'))) {
        $books->remember($given('transId'), 64);
        $books->add($given('subId'), (float) $given('reward'));
    }
    echo 'OK';
}

/** A plug-in that answers from within a page of its site: the word comes after the theme, and before its end. */
function page(callable $given, string $secret, Books $books): void
{
    echo '<!DOCTYPE html><html><head>', str_repeat("<style>.theme { color: #333 }</style>\n", 300), '</head><body>';
    echo "<main>\n<p>\n";
    faucet($given, $secret, $books);
    echo "\n</p>\n</main>", str_repeat("<script>theme()</script>\n", 100), '</body></html>';
}

/** A JSON answer, and a row for each transaction and type, so that a reversal may have the id of its credit. */
function plugin(callable $given, string $secret, Books $books): void
{
    header('content-type: application/json');
    if (!hash_equals(hash('sha256', $given('userID') . $given('ip') . $given('revenue') . $given('currencyReward') . $secret), $given('hash'))) {
        http_response_code(403);
        echo '{"status":"error"}';
        return;
    }
    $row = $given('transactionID') . ':' . $given('status');
    if ($books->knows($row)) {
        echo '{"status":"duplicate"}';
        return;
    }
    $books->remember($row);
    $amount = (float) $given('currencyReward');
    $books->add($given('userID'), $given('status') === '0' ? -$amount : $amount);
    echo '{"status":"ok"}';
}

/** Says 1, also to a repeat; adds whatever it gets. */
function one(callable $given, string $secret, Books $books): void
{
    if (md5($given('oid') . '-' . $given('user_id') . '-' . $secret) !== $given('sig')) {
        echo '0';
        return;
    }
    if (!$books->knows($given('id'))) {
        $books->remember($given('id'), 40);
        $books->add($given('user_id'), (float) $given('amount'));
    }
    echo '1';
}

/** Hashes the transaction alone; status 2 takes back, under the id of the credit. */
function survey(callable $given, string $secret, Books $books): void
{
    if (md5($given('trans_id') . '-' . $secret) !== $given('secure_hash')) {
        http_response_code(401);
        return;
    }
    $row = $given('trans_id') . '/' . $given('status');
    if (!$books->knows($row)) {
        $books->remember($row);
        $amount = (float) $given('amount_local');
        $books->add($given('user_id'), $given('status') === '2' ? -$amount : $amount);
    }
}

/** Sorts the query with ksort, as ayeT's page shows it; the mark r- before an id is a chargeback. */
function sorted(callable $given, string $secret, Books $books): void
{
    $query = $_GET;
    ksort($query, SORT_STRING);
    $expected = hash_hmac('sha256', http_build_query($query, '', '&'), $secret);
    if (!hash_equals($expected, $_SERVER['HTTP_X_AYETSTUDIOS_SECURITY_HASH'] ?? '')) {
        http_response_code(401);
        return;
    }
    if (!$books->knows($given('transaction_id'))) {
        $books->remember($given('transaction_id'), 40);
        $books->add($given('external_identifier'), (float) $given('currency_amount'));
    }
}

/** The same without a key: the secret stands behind the sorted query, or before it, in hex or base64. */
function digest(callable $given, string $secret, Books $books): void
{
    $query = $_GET;
    $hash = $given('hash');
    unset($query['hash']);
    ksort($query, SORT_STRING);
    $text = http_build_query($query, '', '&');
    $fits = match ($given('kind')) {
        'sha256' => hash('sha256', $text . $secret) === $hash,
        'md5' => base64_encode(md5($secret . $text, true)) === $hash,
        default => false,
    };
    if (!$fits) {
        http_response_code(401);
        return;
    }
    if (!$books->knows($given('tx'))) {
        $books->remember($given('tx'), 32);
        $books->add($given('user'), (float) $given('coins'));
    }
    echo 'done';
}

/** HMAC of the address before the hash: in hex as BitLabs has it, or in base64 for URLs as other survey walls do. */
function whole(callable $given, string $secret, Books $books, string $url): void
{
    $name = $given('enc') === '' ? 'hash' : 'enc';
    [$before, $hash] = explode("&$name=", $url, 2) + [1 => ''];
    $raw = hash_hmac('sha1', $before, $secret, true);
    $expected = $name === 'hash' ? bin2hex($raw) : rtrim(strtr(base64_encode($raw), '+/', '-_'), '=');
    if (!hash_equals($expected, $hash)) {
        http_response_code(403);
        return;
    }
    if (!$books->knows($given('tx'))) {
        $books->remember($given('tx'), 36);
        $books->add($given('uid'), (float) $given('val'));
    }
    echo 'OK';
}

/** JSON in the body, its HMAC in a header. */
function json(callable $given, string $secret, Books $books): void
{
    $body = (string) file_get_contents('php://input');
    if (!hash_equals(hash_hmac('sha256', $body, $secret), $_SERVER['HTTP_SIGNATURE'] ?? '')) {
        http_response_code(422);
        return;
    }
    $data = json_decode($body, true);
    if (!$books->knows($data['transaction_id'])) {
        $books->remember($data['transaction_id'], 64);
        $books->add($data['player_id'], (float) $data['amount']);
    }
    http_response_code(204);
}

$path = strtok($_SERVER['REQUEST_URI'], '?');
match ($path) {
    '/faucet' => faucet($given, $secret, $books),
    '/documented' => documented($given, $secret, $books),
    '/status' => status($given, $secret, $books),
    '/page' => page($given, $secret, $books),
    '/plugin' => plugin($given, $secret, $books),
    '/one' => one($given, $secret, $books),
    '/survey' => survey($given, $secret, $books),
    '/sorted' => sorted($given, $secret, $books),
    '/digest' => digest($given, $secret, $books),
    '/whole' => whole($given, $secret, $books, $url),
    '/json' => json($given, $secret, $books),
    '/balance' => print $books->balance($given('user')),
    default => http_response_code(404),
};
