const url = 'http://127.0.0.1:4010/api/v1/sandboxes/sbx-unknown/resume';

const response = await fetch(url, {
  method: 'POST',
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
