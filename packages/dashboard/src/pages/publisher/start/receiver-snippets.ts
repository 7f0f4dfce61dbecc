import type { Language } from './snippets.ts'

/** The receivers, and last the lines that send one something. */
export const receiverLanguages = [
  'JavaScript',
  'PHP',
  'Python',
  'Go',
  'curl',
] as const satisfies readonly Language[]

/**
 * A whole receiver of native callbacks each: it checks signature and age, and answers. For curl, a signed callback to try
 * one with. A test runs them all. They read CALLBACK_SECRET and PORT, and are the same for every app.
 */
export const receiverSnippets: Readonly<Record<Language, string>> = {
  curl: `# Sends a receiver of yours a signed callback. Run it with CALLBACK_SECRET.
ID="try-$(date +%s)"
AT=$(date +%s)
BODY='{"type":"conversion.approved","data":{"user_id":"user-42","change_local":"10","is_test":true}}'
KEY=$(printf %s "\${CALLBACK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf '%s.%s.%s' "$ID" "$AT" "$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
curl -sS -w '%{http_code}\\n' "http://localhost:\${PORT:-8090}/callbacks" -d "$BODY" \\
  -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $AT" -H "webhook-signature: v1,$SIGNATURE"`,
  JavaScript: `// CALLBACK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const { env } = process
const [, secret] = /^whsec_([A-Za-z0-9+/]{32,}=*)$/.exec(env.CALLBACK_SECRET ?? "") ?? []
if (!secret) throw new Error("CALLBACK_SECRET is no whsec_… secret")
const key = Buffer.from(secret, "base64")

function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": given = "" } = headers
  const digest = createHmac("sha256", key).update(\`\${id}.\${at}.\`).update(body).digest("base64")
  const own = Buffer.from(\`v1,\${digest}\`)
  const isYoung = Math.abs(Date.now() / 1000 - Number(at)) < 300
  const fits = (one) => one.length === own.length && timingSafeEqual(one, own)
  return isYoung && given.split(" ").some((one) => fits(Buffer.from(one)))
}

createServer((request, response) => {
  const chunks = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks)
    const isOurs = isSigned(request.headers, body)
    // Credit data.user_id here, once for each webhook-id.
    console.log(isOurs ? "signed" : "refused", body.toString())
    response.writeHead(isOurs ? 200 : 401).end()
  })
}).listen(env.PORT ?? 8090)`,
  PHP: `<?php // CALLBACK_SECRET=whsec_… php -S localhost:8090 receiver.php
if (!preg_match('~^whsec_([A-Za-z0-9+/]{32,}=*)$~', getenv('CALLBACK_SECRET') ?: '', $secret)) {
    http_response_code(500);
    exit('CALLBACK_SECRET is no whsec_… secret');
}
$key = base64_decode($secret[1]);
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
$body = file_get_contents('php://input');

$own = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
$fitting = array_filter($given, fn ($one) => hash_equals($own, $one));
$isOurs = $fitting !== [] && abs(time() - (int) $at) < 300;

// Credit data.user_id here, once for each webhook-id.
error_log(($isOurs ? 'signed ' : 'refused ') . $body);
http_response_code($isOurs ? 200 : 401);`,
  Python: `# CALLBACK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, os, re, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ.get("CALLBACK_SECRET", "")
if not re.fullmatch(r"whsec_[A-Za-z0-9+/]{32,}=*", SECRET):
    raise SystemExit("CALLBACK_SECRET is no whsec_… secret")
KEY = base64.b64decode(SECRET[6:])


def is_signed(headers, body):
    at = headers.get("webhook-timestamp", "0")
    text = f"{headers.get('webhook-id')}.{at}.".encode() + body
    digest = hmac.new(KEY, text, hashlib.sha256).digest()
    own = b"v1," + base64.b64encode(digest)
    given = headers.get("webhook-signature", "").encode().split(b" ")
    is_young = at.isdigit() and abs(time.time() - int(at)) < 300
    return is_young and any(hmac.compare_digest(own, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        is_ours = is_signed(self.headers, body)
        # Credit data.user_id here, once for each webhook-id.
        print("signed" if is_ours else "refused", body, flush=True)
        self.send_response(200 if is_ours else 401)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", "8090"))), Receiver).serve_forever()`,
  Go: `// CALLBACK_SECRET=whsec_… go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key, _ = base64.StdEncoding.DecodeString(
	strings.TrimPrefix(os.Getenv("CALLBACK_SECRET"), "whsec_"))

func isSigned(header http.Header, body []byte) bool {
	at := header.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + at + "."))
	mac.Write(body)
	own := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	sent, _ := strconv.ParseInt(at, 10, 64)
	isYoung := time.Since(time.Unix(sent, 0)).Abs() < 5*time.Minute
	for _, one := range strings.Fields(header.Get("webhook-signature")) {
		if isYoung && hmac.Equal(own, []byte(one)) {
			return true
		}
	}
	return false
}

func main() {
	if len(key) < 24 {
		log.Fatal("CALLBACK_SECRET is no whsec_… secret")
	}
	receive := func(answer http.ResponseWriter, call *http.Request) {
		body, _ := io.ReadAll(io.LimitReader(call.Body, 1<<16))
		if !isSigned(call.Header, body) {
			log.Printf("refused %s", body)
			answer.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Credit data.user_id here, once for each webhook-id.
		log.Printf("signed %s", body)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8090"
	}
	log.Fatal(http.ListenAndServe(":"+port, http.HandlerFunc(receive)))
}`,
}
