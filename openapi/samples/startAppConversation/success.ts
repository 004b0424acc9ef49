import { createClient } from '@agent-conversation/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'any',
});

const task = await client.appConversations.start({
  conversation_id: '5f0c6b7a2d8e4b11a3c94e7f60d2b815',
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
});
console.log(task.status, task.request.conversation_id);
