const url = 'http://127.0.0.1:4010/api/conversations';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'X-Session-API-Key': 'any',
    'Content-Type': 'application/json',
  },
  // Malformed JSON: the closing brace is missing.
  body: '{"repository":"acme/web-shop"',
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
