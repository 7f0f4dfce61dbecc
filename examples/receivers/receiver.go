// A receiver of callbacks with nothing but Go: POST /callbacks (native) and GET /wannads (a classic dialect).
//
//	CALLBACK_SECRET=whsec_… CLASSIC_SECRET=… LEDGER_FILE=ledger.jsonl PORT=8090 go run receiver.go
//
// The ledger is a file here. In your system it is a table with a unique key on `id`, written in the same
// transaction that credits the user.
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 5 * time.Minute
	bodyMax   = 64 * 1024
)

type entry struct {
	ID         string `json:"id"`
	Conversion string `json:"conversion"`
	Version    *int64 `json:"version"`
	Status     string `json:"status"`
	User       string `json:"user"`
	Change     string `json:"change"`
}

type ledger struct {
	lock    sync.Mutex
	file    *os.File
	seen    map[string]bool
	entries []entry
}

func openLedger(name string) (*ledger, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	book := &ledger{file: file, seen: map[string]bool{}}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var one entry
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, err
		}
		book.remember(one)
	}
	return book, lines.Err()
}

func (book *ledger) remember(one entry) {
	book.seen[one.ID] = true
	book.entries = append(book.entries, one)
}

// credit credits once: false when this id was credited before.
func (book *ledger) credit(one entry) (bool, error) {
	book.lock.Lock()
	defer book.lock.Unlock()
	if book.seen[one.ID] {
		return false, nil
	}
	line, err := json.Marshal(one)
	if err != nil {
		return false, err
	}
	if _, err := book.file.Write(append(line, '\n')); err != nil {
		return false, err
	}
	book.remember(one)
	return true, nil
}

func (book *ledger) balance(user string) int64 {
	book.lock.Lock()
	defer book.lock.Unlock()
	var sum int64
	for _, one := range book.entries {
		if one.User == user {
			micros, _ := readDecimal(one.Change)
			sum += micros
		}
	}
	return sum
}

var decimal = regexp.MustCompile(`^(-?)([0-9]{1,12})(?:\.([0-9]{1,6}))?$`)

// readDecimal gives millionths: exact, unlike a float.
func readDecimal(text string) (int64, error) {
	match := decimal.FindStringSubmatch(text)
	if match == nil {
		return 0, errors.New("not a decimal")
	}
	whole, _ := strconv.ParseInt(match[2], 10, 64)
	fraction, _ := strconv.ParseInt((match[3] + "000000")[:6], 10, 64)
	micros := whole*1_000_000 + fraction
	if match[1] == "-" {
		return -micros, nil
	}
	return micros, nil
}

func writeDecimal(micros int64) string {
	sign := ""
	if micros < 0 {
		sign, micros = "-", -micros
	}
	text := fmt.Sprintf("%s%d.%06d", sign, micros/1_000_000, micros%1_000_000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

type receiver struct {
	key     []byte
	classic string
	ledger  *ledger
}

var wholeNumber = regexp.MustCompile(`^[0-9]{1,12}$`)

// isProven follows Standard Webhooks: any of the v1 signatures may fit, since two secrets sign while one is replaced.
func (r receiver) isProven(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" || !wholeNumber.MatchString(timestamp) {
		return false
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	mac := hmac.New(sha256.New, r.key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if subtle.ConstantTimeCompare([]byte(signature), []byte(expected)) == 1 {
			return true
		}
	}
	return false
}

type callback struct {
	Data struct {
		Conversion  string `json:"conversion_id"`
		Version     int64  `json:"version"`
		Status      string `json:"status"`
		User        string `json:"user_id"`
		ChangeLocal string `json:"change_local"`
		IsTest      bool   `json:"is_test"`
	} `json:"data"`
}

func (r receiver) receiveNative(request *http.Request) (int, string) {
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyMax+1))
	if err != nil || len(body) > bodyMax || !r.isProven(request.Header, body) {
		return http.StatusUnauthorized, "ERROR: signature"
	}
	var given callback
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&given); err != nil {
		return http.StatusBadRequest, "ERROR: not readable"
	}
	data := given.Data
	if data.IsTest {
		return http.StatusOK, "OK: a test"
	}
	// ChangeLocal is what this step adds, so that steps may come in any order; the status is that of the
	// highest version.
	micros, err := readDecimal(data.ChangeLocal)
	if err != nil {
		return http.StatusBadRequest, "ERROR: not readable"
	}
	return r.book(entry{request.Header.Get("webhook-id"), data.Conversion, &data.Version, data.Status, data.User, writeDecimal(micros)})
}

func (r receiver) receiveWannads(request *http.Request) (int, string) {
	query := request.URL.Query()
	user, id, reward := query.Get("subId"), query.Get("transId"), query.Get("reward")
	digest := md5.Sum([]byte(user + id + reward + r.classic))
	expected := hex.EncodeToString(digest[:])
	if r.classic == "" || subtle.ConstantTimeCompare([]byte(query.Get("signature")), []byte(expected)) != 1 {
		return http.StatusUnauthorized, "ERROR: signature"
	}
	if query.Get("debug") == "1" {
		return http.StatusOK, "OK: a test"
	}
	micros, err := readDecimal(reward)
	status := query.Get("status")
	if err != nil || (status != "1" && status != "2") {
		return http.StatusBadRequest, "ERROR: not readable"
	}
	// Some send a reversal as a negative reward, some as a positive one with status 2: both take back.
	if (status == "2") == (micros > 0) {
		micros = -micros
	}
	return r.book(entry{id, query.Get("uuid"), nil, status, user, writeDecimal(micros)})
}

func (r receiver) book(one entry) (int, string) {
	isNew, err := r.ledger.credit(one)
	if err != nil {
		log.Print(err)
		return http.StatusInternalServerError, "ERROR: not written"
	}
	if !isNew {
		return http.StatusOK, "DUP"
	}
	return http.StatusOK, "OK"
}

func (r receiver) ServeHTTP(answer http.ResponseWriter, request *http.Request) {
	status, text := http.StatusNotFound, "ERROR: no such address"
	switch request.Method + " " + request.URL.Path {
	case "POST /callbacks":
		status, text = r.receiveNative(request)
	case "GET /wannads":
		status, text = r.receiveWannads(request)
	case "GET /balance":
		status, text = http.StatusOK, writeDecimal(r.ledger.balance(request.URL.Query().Get("user")))
	}
	answer.Header().Set("content-type", "text/plain; charset=utf-8")
	answer.WriteHeader(status)
	fmt.Fprint(answer, text)
}

func main() {
	secret := os.Getenv("QUOIN_CALLBACK_SECRET")
	if secret == "" {
		secret = os.Getenv("CALLBACK_SECRET")
	}
	// With an empty key anybody could sign: better not to start.
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 || !strings.HasPrefix(secret, "whsec_") {
		log.Fatal("QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) is empty or is no whsec_… secret")
	}
	book, err := openLedger(os.Getenv("LEDGER_FILE"))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{
		Addr:              "127.0.0.1:" + os.Getenv("PORT"),
		Handler:           receiver{key, os.Getenv("CLASSIC_SECRET"), book},
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
