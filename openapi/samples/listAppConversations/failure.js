const url = 'http://127.0.0.1:4010/api/v1/app-conversations';

const response = await fetch(url, {
  // The service ignores this header: pass the key as `X-Session-API-Key`.
  headers: { Authorization: 'Bearer any' },
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
