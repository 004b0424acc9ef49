const url = 'http://127.0.0.1:4010/api/v1/app-conversations';

const text =
  'The total in the basket ignores vouchers. Find out why, and fix it.';
const response = await fetch(url, {
  method: 'POST',
  headers: {
    'X-Session-API-Key': 'any',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    // Choose another id for each conversation.
    conversation_id: '5f0c6b7a2d8e4b11a3c94e7f60d2b815',
    initial_message: { content: [{ type: 'text', text }] },
    selected_repository: 'acme/web-shop',
  }),
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const task = await response.json();
console.log(task.status, task.request.conversation_id);
