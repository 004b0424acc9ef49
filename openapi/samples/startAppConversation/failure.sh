curl http://127.0.0.1:4010/api/v1/app-conversations \
  --header 'X-Session-API-Key: any' \
  --header 'Content-Type: application/json' \
  --data '{ "conversation_id": "my-conversation" }' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
