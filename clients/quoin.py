"""Quoin for a publisher's server: every endpoint, and callbacks verified. Nothing but Python's standard library (3.9 or newer).

    quoin = Quoin()  # or Quoin(base_url, api_key, api_secret)
    offers = quoin.list_offers(userId="ada")["data"]

What is not given comes from QUOIN_BASE_URL, QUOIN_API_KEY, QUOIN_API_SECRET and QUOIN_CALLBACK_SECRET of the environment, or
from the same names without QUOIN_.
"""

import base64
import hashlib
import hmac
import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request


class QuoinError(Exception):
    """A refusal by Quoin, by its code; `status` is None where no answer came, `retry_after` the seconds to wait, or 0."""

    def __init__(self, message, code="CONNECTION", status=None, request_id=None, details=None, retry_after=None):
        super().__init__(message)
        self.code, self.status, self.request_id = code, status, request_id
        self.details = details or []
        self.retry_after = int(retry_after) if re.fullmatch(r"[0-9]{1,9}", retry_after or "") else 0
        self.is_transient = status is None or status == 429 or status >= 500


class SignatureError(Exception):
    """A callback that nobody with the secret has sent, or that is too old."""


def _environment(*names):
    """Variables that belong together, in one spelling: Quoin's own as soon as one of them is set so."""
    prefix = _prefix(*names)
    return [os.environ.get(prefix + name, "") for name in names]


def _prefix(*names):
    """The spelling that is in use; Quoin's own where nothing is set."""
    return next((prefix for prefix in ("QUOIN_", "") if any(os.environ.get(prefix + name) for name in names)), "QUOIN_")


def _spelling(name, names):
    """How a missing variable is spelled here, and whether it is there in the spelling that is not read."""
    prefix = _prefix(*names)
    is_unread = prefix and os.environ.get(name)
    return f"{prefix}{name} in the environment" + (f"; {name} is set, but not read beside QUOIN_ variables" if is_unread else "")


def _keys_of(secrets):
    """The keys of the secrets; ValueError for what is none: with an empty key, anybody could sign."""
    if secrets is None:
        secrets = _environment("CALLBACK_SECRET")[0].split()
        if not secrets:
            raise ValueError("Give the secret of the callbacks, or set QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET).")
    secrets = [secrets] if isinstance(secrets, str) else list(secrets)
    form = re.compile(r"whsec_(?=[A-Za-z0-9+/]{32})((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")
    found = [form.fullmatch(secret) if isinstance(secret, str) else None for secret in secrets]
    if not found or None in found:
        raise ValueError("The callback secret is empty or is no whsec_… secret.")
    return [base64.b64decode(match[1]) for match in found]


def verify_callback(body, headers, secrets=None, tolerance_sec=300, now=None):
    """Checks a native callback (Standard Webhooks) and reads it. Give the bytes as they came, and several secrets while one is rotated."""
    keys = _keys_of(secrets)
    given = {name.lower(): value for name, value in dict(headers).items()}
    id_, at, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", at) or abs((now or time.time()) - int(at)) > tolerance_sec:
        raise SignatureError("The callback is too old, or a clock is wrong.")
    for key in keys:
        digest = hmac.new(key, f"{id_}.{at}.".encode() + body, hashlib.sha256).digest()
        expected = "v1," + base64.b64encode(digest).decode()
        if any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")):
            return json.loads(body)
    raise SignatureError("No signature of the callback is by this secret.")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The secret goes to no other address."""

    def redirect_request(self, *_):
        return None


class Quoin:
    """Parameters are spelled as on the wire; answers are the whole envelope: `data`, `meta`.

    A call that may go well another time (no answer, 429, 5xx) is tried `retries_max` times more, after the time that
    `Retry-After` says; `timeout_sec` is for all attempts together, and a wait that would take longer is not begun.
    """

    def __init__(self, base_url=None, api_key=None, api_secret=None, timeout_sec=10, retries_max=2):
        names = ("BASE_URL", "API_KEY", "API_SECRET")
        known = _environment(*names)
        # A value that is read from a file ends in a newline, and an error about a header would print the secret.
        given = zip((base_url, api_key, api_secret), known)
        base_url, api_key, api_secret = ((one or other).strip() for one, other in given)
        given = {"base_url": base_url, "api_key": api_key, "api_secret": api_secret}
        self._missing = [f"{name} (or {_spelling(name.upper(), names)})" for name, value in given.items() if not value]
        for name, value in given.items():
            if not re.fullmatch("[!-~]*", value):
                raise ValueError(f"{name} has a character that is in no address, key or secret.")
        self._base_url = base_url.rstrip("/")
        self._headers = {"accept": "application/json", "x-api-key": api_key, "x-api-secret": api_secret}
        self._timeout_sec, self._retries_max = timeout_sec, retries_max
        self._open = urllib.request.build_opener(_NoRedirect).open

    def _call(self, method, path, query, body=None, headers=None):
        if self._missing:
            raise ValueError(f"Quoin needs {', '.join(self._missing)}.")
        if not re.match(r"https?://", self._base_url):
            raise ValueError(f"base_url must begin with http:// or https://; it is {self._base_url}.")
        query = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        request = urllib.request.Request(f"{self._base_url}{path}{'?' + query if query else ''}", method=method)
        for name, value in {**self._headers, **(headers or {})}.items():
            if value is not None:
                request.add_header(name, value)
        if body is not None:
            request.data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
            request.add_header("content-type", "application/json")
        ends_at = time.monotonic() + self._timeout_sec
        for attempt in range(1, self._retries_max + 2):
            try:
                return self._attempt(request, max(0.001, ends_at - time.monotonic()))
            except QuoinError as error:
                wait = max(error.retry_after, random.random() * min(8, 0.5 * 2**attempt))
                if attempt > self._retries_max or not error.is_transient or time.monotonic() + wait >= ends_at:
                    raise
            time.sleep(wait)

    def _attempt(self, request, timeout_sec):
        try:
            with self._open(request, timeout=timeout_sec) as response:
                return json.load(response)
        except urllib.error.HTTPError as answer:
            raise self._refused(answer) from None
        except (OSError, ValueError) as error:
            raise QuoinError(f"{request.method} {request.selector.split('?')[0]}: {error}") from None

    @staticmethod
    def _refused(answer):
        request_id, retry_after = answer.headers.get("x-request-id"), answer.headers.get("retry-after")
        try:
            error = json.load(answer)["error"]
        except (ValueError, KeyError, TypeError):
            return QuoinError(f"The answer {answer.code} is none of Quoin.", status=answer.code, retry_after=retry_after)
        return QuoinError(error["message"], error["code"], answer.code, request_id, error.get("details"), retry_after)

    # printed: methods

    def list_offers(self, *, userId=None, country=None, platform=None, category=None, limit=None, offset=None, sort=None, ranking=None, ip=None, userAgent=None, subId=None, search=None, minPayout=None, offerIds=None, cost=None, maxMinutes=None, userMacro=None):
        """List offers for a user"""
        return self._call("GET", "/api/v1/offers", {"userId": userId, "country": country, "platform": platform, "category": category, "limit": limit, "offset": offset, "sort": sort, "ranking": ranking, "ip": ip, "userAgent": userAgent, "subId": subId, "search": search, "minPayout": minPayout, "offerIds": offerIds, "cost": cost, "maxMinutes": maxMinutes, "userMacro": userMacro})

    def create_conversion(self, *, userId, offerId, clickId=None, goal=None, transactionId=None, amount=None, idempotency_key=None):
        """Claim a conversion"""
        return self._call("POST", "/v1/conversions", {}, {"userId": userId, "offerId": offerId, "clickId": clickId, "goal": goal, "transactionId": transactionId, "amount": amount}, {"idempotency-key": idempotency_key})

    def submit_fingerprint(self, *, fingerprint_hash, user_id, explain=None, fingerprint_data=None, ip=None, userAgent=None):
        """Submit a device fingerprint"""
        return self._call("POST", "/api/v1/fingerprint", {"explain": explain}, {"fingerprint_hash": fingerprint_hash, "user_id": user_id, "fingerprint_data": fingerprint_data, "ip": ip, "userAgent": userAgent})

    def create_session(self, *, userId, ttlSeconds=None, balance=None, pending=None):
        """Open a browser session"""
        return self._call("POST", "/api/v1/sessions", {}, {"userId": userId, "ttlSeconds": ttlSeconds, "balance": balance, "pending": pending})

    def list_offer_changes(self, *, cursor=None, limit=None, userMacro=None, subId=None):
        """Follow the changes of offers"""
        return self._call("GET", "/api/v1/offers/changes", {"cursor": cursor, "limit": limit, "userMacro": userMacro, "subId": subId})

    def get_offer(self, *, offerId, userId=None, country=None, platform=None, ip=None, userAgent=None, subId=None):
        """Get one offer"""
        return self._call("GET", f"/api/v1/offers/{urllib.parse.quote(str(offerId), safe='')}", {"userId": userId, "country": country, "platform": platform, "ip": ip, "userAgent": userAgent, "subId": subId})

    def explain_eligibility(self, *, offerId, userId, country=None, platform=None, ip=None, userAgent=None):
        """Why an offer is or is not shown"""
        return self._call("GET", f"/api/v1/offers/{urllib.parse.quote(str(offerId), safe='')}/eligibility", {"userId": userId, "country": country, "platform": platform, "ip": ip, "userAgent": userAgent})

    def list_conversions(self, *, cursor=None, limit=None, status=None, offerId=None, userId=None, subId=None, clickId=None, goal=None, updatedSince=None, updatedUntil=None):
        """List every change of your conversions"""
        return self._call("GET", "/api/v1/conversions", {"cursor": cursor, "limit": limit, "status": status, "offerId": offerId, "userId": userId, "subId": subId, "clickId": clickId, "goal": goal, "updatedSince": updatedSince, "updatedUntil": updatedUntil})

    def get_conversion(self, *, conversionId):
        """Get one conversion with its history"""
        return self._call("GET", f"/api/v1/conversions/{urllib.parse.quote(str(conversionId), safe='')}", {})

    def list_activity(self, *, userId, cursor=None, limit=None):
        """Activity of a user, named in the query"""
        return self._call("GET", "/api/v1/users/activity", {"userId": userId, "cursor": cursor, "limit": limit})

    def erase_user(self, *, userId):
        """Erase a user, named in the query"""
        return self._call("DELETE", "/api/v1/users", {"userId": userId})

    def get_stats(self, *, from_, to, interval=None, timezone=None, groupBy=None, offerId=None, country=None, platform=None, subId=None, status=None):
        """Clicks, conversions and earnings over time"""
        return self._call("GET", "/api/v1/stats", {"from": from_, "to": to, "interval": interval, "timezone": timezone, "groupBy": groupBy, "offerId": offerId, "country": country, "platform": platform, "subId": subId, "status": status})

    # /printed
