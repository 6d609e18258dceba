"""Headers of every answer: what a browser must not do with our pages."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# Answers are made from the store and may be somebody's own; only files with a hash in their address are kept.
FRESH = {"cache-control": "no-store"}
CLOSING = {"connection": "close"}
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
