# Choose another id for each conversation.
curl http://127.0.0.1:4010/api/v1/app-conversations \
  --header 'X-Session-API-Key: any' \
  --header 'Content-Type: application/json' \
  --data '{
    "conversation_id": "5f0c6b7a2d8e4b11a3c94e7f60d2b815",
    "initial_message": {
      "content": [
        {
          "type": "text",
          "text": "The total in the basket ignores vouchers. Find out why, and fix it."
        }
      ]
    },
    "selected_repository": "acme/web-shop"
  }' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
