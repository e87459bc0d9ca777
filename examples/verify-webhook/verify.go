package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

// isGenuine tells whether a webhook delivery comes from the service: one of its signatures is made with the
// secret, and its time is within the tolerance. The body is the body as received, before it is parsed. The
// signature is the header X-Service-Signature, and the secret the whole secret with whsec_.
func isGenuine(body []byte, signature, secret string, tolerance time.Duration) bool {
	var sent string
	var received [][]byte
	for _, part := range strings.Split(signature, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			sent = value
		case "v1":
			if bytes, err := hex.DecodeString(value); err == nil {
				received = append(received, bytes)
			}
		}
	}
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(seconds, 0)).Seconds()) > tolerance.Seconds() {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(sent + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, candidate := range received {
		if hmac.Equal(candidate, expected) {
			return true
		}
	}
	return false
}

// Usage: go run verify.go SIGNATURE SECRET < body
func main() {
	body, err := io.ReadAll(os.Stdin)
	if err == nil && isGenuine(body, os.Args[1], os.Args[2], 5*time.Minute) {
		fmt.Println("genuine")
		return
	}
	fmt.Println("refused")
	os.Exit(1)
}
