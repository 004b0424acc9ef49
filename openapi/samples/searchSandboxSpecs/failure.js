const url = new URL('http://127.0.0.1:4010/api/v1/sandbox-specs/search');
url.searchParams.set('limit', '0');

const response = await fetch(url, {
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
