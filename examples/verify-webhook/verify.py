import hashlib
import hmac
import sys
import time


def is_genuine(body: bytes, signature: str, secret: str, tolerance_seconds: int = 300) -> bool:
    """Tells whether a webhook delivery comes from the service.

    One of its signatures is made with the secret, and its time is at most
    `tolerance_seconds` from now. `body` is the body as received, before it is
    parsed. `signature` is the header `X-Service-Signature`, and `secret` the
    whole secret with `whsec_`.
    """
    parts = [part.strip().partition("=")[::2] for part in signature.split(",")]
    sent = next((value for name, value in parts if name == "t"), "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > tolerance_seconds:
        return False
    signed = sent.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)


# Usage: python3 verify.py SIGNATURE SECRET < body
if __name__ == "__main__":
    genuine = is_genuine(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2])
    print("genuine" if genuine else "refused")
    sys.exit(0 if genuine else 1)
