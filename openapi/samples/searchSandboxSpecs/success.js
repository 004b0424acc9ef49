const url = new URL('http://127.0.0.1:4010/api/v1/sandbox-specs/search');
url.searchParams.set('limit', '20');

const response = await fetch(url, {
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const page = await response.json();
for (const spec of page.items) console.log(spec.id, spec.created_at);
