const url = new URL('http://127.0.0.1:4010/api/v1/sandboxes/search');
url.searchParams.set('limit', '2');

const response = await fetch(url, {
  // A key of its own: the mock has separate data for each.
  headers: { 'X-Session-API-Key': 'search' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const page = await response.json();
for (const sandbox of page.items) console.log(sandbox.id, sandbox.status);
console.log('next page:', page.next_page_id);
