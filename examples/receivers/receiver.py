"""A receiver of callbacks with nothing but Python: POST /callbacks (native) and GET /wannads (a classic dialect).

    CALLBACK_SECRET=whsec_... CLASSIC_SECRET=... LEDGER_FILE=ledger.jsonl PORT=8090 python3 receiver.py

The ledger is a file here. In your system it is a table with a unique key on `id`, written in the same
transaction that credits the user.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SECRET = os.environ.get("QUOIN_CALLBACK_SECRET") or os.environ.get("CALLBACK_SECRET", "")
# With an empty key anybody could sign: better not to start.
if not re.fullmatch(r"whsec_[A-Za-z0-9+/]{32,}={0,2}", SECRET):
    raise SystemExit("QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) is empty or is no whsec_… secret")
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))
CLASSIC_SECRET = os.environ.get("CLASSIC_SECRET", "")
LEDGER_FILE = os.environ.get("LEDGER_FILE", "ledger.jsonl")
TOLERANCE_SEC = 300
BODY_MAX = 64 * 1024


class Ledger:
    def __init__(self, file):
        self.file = file
        self.lock = threading.Lock()
        self.entries = []
        if os.path.exists(file):
            with open(file, encoding="utf-8") as lines:
                self.entries = [json.loads(line) for line in lines if line.strip()]
        self.seen = {entry["id"] for entry in self.entries}

    def credit(self, entry):
        """Credits once: False when this id was credited before."""
        with self.lock:
            if entry["id"] in self.seen:
                return False
            with open(self.file, "a", encoding="utf-8") as lines:
                lines.write(json.dumps(entry) + "\n")
            self.entries.append(entry)
            self.seen.add(entry["id"])
            return True

    def balance(self, user):
        with self.lock:
            return sum((Decimal(entry["change"]) for entry in self.entries if entry["user"] == user), Decimal(0))


LEDGER = Ledger(LEDGER_FILE)


def read_decimal(text):
    """Exact, unlike a float."""
    if not re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,6})?", text):
        raise ValueError("not a decimal")
    return Decimal(text)


def write_decimal(amount):
    text = format(amount, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_proven(headers, body):
    """Standard Webhooks: any of the `v1` signatures may fit, since two secrets sign while one is replaced."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SEC:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


def receive_native(headers, body):
    if not is_proven(headers, body):
        return 401, "ERROR: signature"
    data = json.loads(body)["data"]
    if data["is_test"]:
        return 200, "OK: a test"
    # `change_local` is what this step adds, so that steps may come in any order; the status is that of the
    # highest version.
    is_new = LEDGER.credit(
        {
            "id": headers["webhook-id"],
            "conversion": data["conversion_id"],
            "version": data["version"],
            "status": data["status"],
            "user": data["user_id"],
            "change": write_decimal(read_decimal(data["change_local"])),
        }
    )
    return 200, "OK" if is_new else "DUP"


def receive_wannads(query):
    user, trans_id, reward = (query.get(name, "") for name in ("subId", "transId", "reward"))
    expected = hashlib.md5(f"{user}{trans_id}{reward}{CLASSIC_SECRET}".encode()).hexdigest()
    given = query.get("signature", "")
    if not CLASSIC_SECRET or not hmac.compare_digest(given.encode(), expected.encode()):
        return 401, "ERROR: signature"
    if query.get("debug") == "1":
        return 200, "OK: a test"
    # Some send a reversal as a negative reward, some as a positive one with status 2: both take back.
    amount = abs(read_decimal(reward))
    status = query.get("status")
    if status not in ("1", "2"):
        return 400, "ERROR: status"
    is_new = LEDGER.credit(
        {
            "id": trans_id,
            "conversion": query.get("uuid"),
            "version": None,
            "status": status,
            "user": user,
            "change": write_decimal(amount if status == "1" else -amount),
        }
    )
    return 200, "OK" if is_new else "DUP"


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 15
    wbufsize = -1  # An answer leaves in one piece.

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > BODY_MAX:
            self.close_connection = True
            return self.answer(400, "ERROR: body")
        body = self.rfile.read(int(length))
        if urlsplit(self.path).path != "/callbacks":
            return self.answer(404, "ERROR: no such address")
        return self.answer(*self.tried(receive_native, self.headers, body))

    def do_GET(self):
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        if parts.path == "/wannads":
            return self.answer(*self.tried(receive_wannads, query))
        if parts.path == "/balance":
            return self.answer(200, write_decimal(LEDGER.balance(query.get("user"))))
        return self.answer(404, "ERROR: no such address")

    def tried(self, receive, *given):
        try:
            return receive(*given)
        except (ValueError, KeyError, TypeError) as error:
            self.log_error("%r", error)
            return 400, "ERROR: not readable"

    def answer(self, status, text):
        payload = text.encode()
        self.send_response(status)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    Server(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Receiver).serve_forever()
