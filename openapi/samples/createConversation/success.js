const url = 'http://127.0.0.1:4010/api/conversations';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'X-Session-API-Key': 'any',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    repository: 'acme/web-shop',
    initial_user_msg:
      'The total in the basket ignores vouchers. Find out why, and fix it.',
  }),
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const conversation = await response.json();
console.log(conversation.conversation_id);
