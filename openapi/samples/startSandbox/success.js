const url = new URL('http://127.0.0.1:4010/api/v1/sandboxes');
url.searchParams.set('sandbox_spec_id', 'ghcr.io/acme/agent-server:1.2');

const response = await fetch(url, {
  method: 'POST',
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const sandbox = await response.json();
console.log(sandbox.id, sandbox.status);
