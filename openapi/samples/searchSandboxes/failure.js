const url = new URL('http://127.0.0.1:4010/api/v1/sandboxes/search');
url.searchParams.set('limit', '500');

const response = await fetch(url, {
  headers: { 'X-Session-API-Key': 'search' },
});
if (response.status === 422) {
  const { detail } = await response.json();
  for (const { loc, msg } of detail) console.error(loc.join('.'), msg);
}
