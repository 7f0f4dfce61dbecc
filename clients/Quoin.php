<?php

declare(strict_types=1);

namespace Quoin;

/**
 * A refusal by Quoin, by its code; the status is null where no answer came, and `retryAfterSec` 0 where it names no
 * time.
 */
final class QuoinError extends \RuntimeException
{
    public function __construct(
        string $message,
        public readonly string $errorCode = 'CONNECTION',
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly array $details = [],
        public readonly int $retryAfterSec = 0,
    ) {
        parent::__construct($message);
    }

    /** Whether it may go well another time. */
    public function isTransient(): bool
    {
        return $this->status === null || $this->status === 429 || $this->status >= 500;
    }
}

/** A callback that nobody with the secret has sent, or that is too old. */
final class SignatureError extends \RuntimeException
{
}

/**
 * Quoin for a publisher's server: every endpoint, and callbacks verified. Nothing but PHP 8.1 with `allow_url_fopen`.
 * Omitted arguments come from QUOIN_BASE_URL, QUOIN_API_KEY, QUOIN_API_SECRET and QUOIN_CALLBACK_SECRET of the environment,
 * or from the same names without QUOIN_. Parameters are spelled as on the wire (`$quoin->listOffers(userId: 'ada')`),
 * answers are the whole envelope: `data`, `meta`.
 *
 * A call that may go well another time (no answer, 429, 5xx) is tried `retriesMax` times more, after the time that
 * `Retry-After` says; `timeoutSec` is for all attempts together, and a wait that would take longer is not begun.
 */
final class Quoin
{
    public function __construct(
        private ?string $baseUrl = null,
        private ?string $apiKey = null,
        #[\SensitiveParameter] private ?string $apiSecret = null,
        private int $timeoutSec = 10,
        private int $retriesMax = 2,
    ) {
        $known = self::environment('BASE_URL', 'API_KEY', 'API_SECRET');
        $this->baseUrl = rtrim($baseUrl ?? $known[0], '/');
        $this->apiKey ??= $known[1];
        $this->apiSecret ??= $known[2];
    }

    /** Variables that belong together, in one spelling: Quoin's own as soon as one of them is set so. */
    private static function environment(string ...$names): array
    {
        $prefix = self::prefix($names);
        return array_map(fn (string $name) => (string) getenv($prefix . $name), $names);
    }

    /** The spelling that is in use; Quoin's own where nothing is set. */
    private static function prefix(array $names): string
    {
        $isSet = fn (string $prefix) => array_filter($names, fn (string $name) => (string) getenv($prefix . $name) !== '') !== [];
        return !$isSet('QUOIN_') && $isSet('') ? '' : 'QUOIN_';
    }

    /** How a missing variable is spelled here, and whether it is there in the spelling that is not read. */
    private static function spelling(string $name): string
    {
        $prefix = self::prefix(['BASE_URL', 'API_KEY', 'API_SECRET']);
        $isUnread = $prefix !== '' && (string) getenv($name) !== '';
        return "$prefix$name in the environment" . ($isUnread ? "; $name is set, but not read beside QUOIN_ variables" : '');
    }

    /** Throws an InvalidArgumentException that names what is missing. */
    private function requireAccount(): void
    {
        $given = ['baseUrl' => $this->baseUrl, 'apiKey' => $this->apiKey, 'apiSecret' => $this->apiSecret];
        $variables = ['baseUrl' => 'BASE_URL', 'apiKey' => 'API_KEY', 'apiSecret' => 'API_SECRET'];
        $missing = array_keys($given, '', true);
        if ($missing !== []) {
            $named = array_map(fn (string $name) => "$name (or " . self::spelling($variables[$name]) . ')', $missing);
            throw new \InvalidArgumentException('Quoin needs ' . implode(', ', $named) . '.');
        }
        if (!preg_match('~^https?://~', $this->baseUrl)) {
            throw new \InvalidArgumentException("baseUrl must begin with http:// or https://; it is $this->baseUrl.");
        }
    }

    /**
     * Checks a native callback (Standard Webhooks) and reads it. Give the body as it came (`php://input`), the headers
     * (`getallheaders()`), and several secrets while one is rotated.
     */
    public static function verifyCallback(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array|null $secrets = null,
        int $toleranceSec = 300,
        ?int $now = null,
    ): array {
        $keys = self::keysOf($secrets);
        $given = array_change_key_case($headers);
        [$id, $at, $signatures] = array_map(
            fn (string $name) => (string) ($given["webhook-$name"] ?? ''),
            ['id', 'timestamp', 'signature'],
        );
        if (!preg_match('/^\d{1,12}$/D', $at) || abs(($now ?? time()) - (int) $at) > $toleranceSec) {
            throw new SignatureError('The callback is too old, or a clock is wrong.');
        }
        foreach ($keys as $key) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
            foreach (explode(' ', $signatures) as $signature) {
                if (hash_equals($expected, $signature)) {
                    return json_decode($body, true, 16, JSON_THROW_ON_ERROR);
                }
            }
        }
        throw new SignatureError('No signature of the callback is by this secret.');
    }

    /** The keys of the secrets; an InvalidArgumentException for what is none: with an empty key, anybody could sign. */
    private static function keysOf(#[\SensitiveParameter] string|array|null $secrets): array
    {
        $secrets ??= preg_split('/\s+/', self::environment('CALLBACK_SECRET')[0], -1, PREG_SPLIT_NO_EMPTY);
        if ($secrets === []) {
            $where = 'or set QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) in the environment';
            throw new \InvalidArgumentException("Give the secret of the callbacks, $where.");
        }
        $keys = [];
        foreach ((array) $secrets as $secret) {
            $isForm = is_string($secret) && preg_match('~^whsec_([A-Za-z0-9+/]{32,}={0,2})$~D', $secret, $match);
            $key = $isForm && strlen($match[1]) % 4 === 0 ? base64_decode($match[1], true) : false;
            if ($key === false) {
                throw new \InvalidArgumentException('The callback secret is empty or is no whsec_… secret.');
            }
            $keys[] = $key;
        }
        return $keys;
    }

    private function call(string $method, string $path, array $query, ?array $body = null, array $headers = []): array
    {
        $this->requireAccount();
        $endsAt = microtime(true) + $this->timeoutSec;
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($method, $path, $query, $body, $headers, max(0.001, $endsAt - microtime(true)));
            } catch (QuoinError $error) {
                $pauseSec = mt_rand() / mt_getrandmax() * min(8, 0.5 * 2 ** $attempt);
                $waitSec = max($error->retryAfterSec, $pauseSec);
                $isOver = $attempt > $this->retriesMax || microtime(true) + $waitSec >= $endsAt;
                if ($isOver || !$error->isTransient()) {
                    throw $error;
                }
                usleep((int) ($waitSec * 1_000_000));
            }
        }
    }

    private function attempt(string $method, string $path, array $query, ?array $body, array $headers, float $timeoutSec): array
    {
        $isGiven = fn (mixed $value) => $value !== null;
        $given = http_build_query(array_filter($query, $isGiven), '', '&', PHP_QUERY_RFC3986);
        $lines = ['accept: application/json', "x-api-key: $this->apiKey", "x-api-secret: $this->apiSecret"];
        foreach (array_filter($headers, $isGiven) as $name => $value) {
            $lines[] = "$name: " . str_replace(["\r", "\n"], '', $value);
        }
        $http = ['method' => $method, 'ignore_errors' => true, 'follow_location' => 0, 'timeout' => $timeoutSec];
        if ($body !== null) {
            $lines[] = 'content-type: application/json';
            $http['content'] = json_encode((object) array_filter($body, $isGiven), JSON_THROW_ON_ERROR);
        }
        $context = stream_context_create(['http' => $http + ['header' => $lines]]);
        $text = @file_get_contents($this->baseUrl . $path . ($given === '' ? '' : "?$given"), false, $context);
        $answer = $text === false ? null : json_decode($text, true);
        $lines = $text === false ? [] : $http_response_header;
        $status = $lines === [] ? null : (int) (explode(' ', $lines[0])[1] ?? 0);
        $retryAfterSec = (int) preg_filter('/^retry-after:\s*(\d{1,9})\s*$/i', '$1', implode("\n", preg_grep('/^retry-after:/i', $lines)));
        if (!is_array($answer) || !isset($answer['success'])) {
            throw new QuoinError("$method $path: there is no answer of Quoin.", status: $status, retryAfterSec: $retryAfterSec);
        }
        if ($answer['success']) {
            return $answer;
        }
        ['code' => $code, 'message' => $message] = $answer['error'];
        $requestId = $answer['meta']['request_id'] ?? null;
        throw new QuoinError($message, $code, $status, $requestId, $answer['error']['details'] ?? [], $retryAfterSec);
    }

    // printed: methods

    /** List offers for a user */
    public function listOffers(mixed $userId = null, mixed $country = null, mixed $platform = null, mixed $category = null, mixed $limit = null, mixed $offset = null, mixed $sort = null, mixed $ranking = null, mixed $ip = null, mixed $userAgent = null, mixed $subId = null, mixed $search = null, mixed $minPayout = null, mixed $offerIds = null, mixed $cost = null, mixed $maxMinutes = null, mixed $userMacro = null): array
    {
        return $this->call('GET', '/api/v1/offers', ['userId' => $userId, 'country' => $country, 'platform' => $platform, 'category' => $category, 'limit' => $limit, 'offset' => $offset, 'sort' => $sort, 'ranking' => $ranking, 'ip' => $ip, 'userAgent' => $userAgent, 'subId' => $subId, 'search' => $search, 'minPayout' => $minPayout, 'offerIds' => $offerIds, 'cost' => $cost, 'maxMinutes' => $maxMinutes, 'userMacro' => $userMacro]);
    }

    /** Claim a conversion */
    public function createConversion(mixed $userId, mixed $offerId, mixed $clickId = null, mixed $goal = null, mixed $transactionId = null, mixed $amount = null, ?string $idempotencyKey = null): array
    {
        return $this->call('POST', '/v1/conversions', [], ['userId' => $userId, 'offerId' => $offerId, 'clickId' => $clickId, 'goal' => $goal, 'transactionId' => $transactionId, 'amount' => $amount], ['idempotency-key' => $idempotencyKey]);
    }

    /** Submit a device fingerprint */
    public function submitFingerprint(mixed $fingerprint_hash, mixed $user_id, mixed $explain = null, mixed $fingerprint_data = null, mixed $ip = null, mixed $userAgent = null): array
    {
        return $this->call('POST', '/api/v1/fingerprint', ['explain' => $explain], ['fingerprint_hash' => $fingerprint_hash, 'user_id' => $user_id, 'fingerprint_data' => $fingerprint_data, 'ip' => $ip, 'userAgent' => $userAgent]);
    }

    /** Open a browser session */
    public function createSession(mixed $userId, mixed $ttlSeconds = null, mixed $balance = null, mixed $pending = null): array
    {
        return $this->call('POST', '/api/v1/sessions', [], ['userId' => $userId, 'ttlSeconds' => $ttlSeconds, 'balance' => $balance, 'pending' => $pending]);
    }

    /** Follow the changes of offers */
    public function listOfferChanges(mixed $cursor = null, mixed $limit = null, mixed $userMacro = null, mixed $subId = null): array
    {
        return $this->call('GET', '/api/v1/offers/changes', ['cursor' => $cursor, 'limit' => $limit, 'userMacro' => $userMacro, 'subId' => $subId]);
    }

    /** Get one offer */
    public function getOffer(mixed $offerId, mixed $userId = null, mixed $country = null, mixed $platform = null, mixed $ip = null, mixed $userAgent = null, mixed $subId = null): array
    {
        return $this->call('GET', '/api/v1/offers/' . rawurlencode((string) $offerId), ['userId' => $userId, 'country' => $country, 'platform' => $platform, 'ip' => $ip, 'userAgent' => $userAgent, 'subId' => $subId]);
    }

    /** Why an offer is or is not shown */
    public function explainEligibility(mixed $offerId, mixed $userId, mixed $country = null, mixed $platform = null, mixed $ip = null, mixed $userAgent = null): array
    {
        return $this->call('GET', '/api/v1/offers/' . rawurlencode((string) $offerId) . '/eligibility', ['userId' => $userId, 'country' => $country, 'platform' => $platform, 'ip' => $ip, 'userAgent' => $userAgent]);
    }

    /** List every change of your conversions */
    public function listConversions(mixed $cursor = null, mixed $limit = null, mixed $status = null, mixed $offerId = null, mixed $userId = null, mixed $subId = null, mixed $clickId = null, mixed $goal = null, mixed $updatedSince = null, mixed $updatedUntil = null): array
    {
        return $this->call('GET', '/api/v1/conversions', ['cursor' => $cursor, 'limit' => $limit, 'status' => $status, 'offerId' => $offerId, 'userId' => $userId, 'subId' => $subId, 'clickId' => $clickId, 'goal' => $goal, 'updatedSince' => $updatedSince, 'updatedUntil' => $updatedUntil]);
    }

    /** Get one conversion with its history */
    public function getConversion(mixed $conversionId): array
    {
        return $this->call('GET', '/api/v1/conversions/' . rawurlencode((string) $conversionId), []);
    }

    /** Activity of a user, named in the query */
    public function listActivity(mixed $userId, mixed $cursor = null, mixed $limit = null): array
    {
        return $this->call('GET', '/api/v1/users/activity', ['userId' => $userId, 'cursor' => $cursor, 'limit' => $limit]);
    }

    /** Erase a user, named in the query */
    public function eraseUser(mixed $userId): array
    {
        return $this->call('DELETE', '/api/v1/users', ['userId' => $userId]);
    }

    /** Clicks, conversions and earnings over time */
    public function getStats(mixed $from, mixed $to, mixed $interval = null, mixed $timezone = null, mixed $groupBy = null, mixed $offerId = null, mixed $country = null, mixed $platform = null, mixed $subId = null, mixed $status = null): array
    {
        return $this->call('GET', '/api/v1/stats', ['from' => $from, 'to' => $to, 'interval' => $interval, 'timezone' => $timezone, 'groupBy' => $groupBy, 'offerId' => $offerId, 'country' => $country, 'platform' => $platform, 'subId' => $subId, 'status' => $status]);
    }

    // /printed
}
