const url = 'http://127.0.0.1:4010/api/v1/sandboxes/sbx-4kq7m2xw/pause';

const response = await fetch(url, {
  method: 'POST',
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

console.log(await response.json());
