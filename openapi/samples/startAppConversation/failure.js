const url = 'http://127.0.0.1:4010/api/v1/app-conversations';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'X-Session-API-Key': 'any',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    // Not a UUID.
    conversation_id: 'my-conversation',
  }),
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
