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
    initial_message: {
      role: 'user',
      content: [
        {
          type: 'text',
          text:
            'The total in the basket ignores vouchers, ' +
            'see the screenshot. Find out why, and fix it.',
        },
        {
          type: 'image',
          image_urls: ['https://files.acme.example/basket.png'],
        },
      ],
      run: true,
    },
    selected_repository: 'acme/web-shop',
    selected_branch: 'main',
    git_provider: 'github',
    title: 'Vouchers in the basket',
    trigger: 'gui',
    pr_number: [],
    agent_type: 'default',
  }),
});
if (!response.ok) {
  console.error(response.status, await response.text());
}
