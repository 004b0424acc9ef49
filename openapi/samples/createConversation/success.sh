curl http://127.0.0.1:4010/api/conversations \
  --header 'X-Session-API-Key: any' \
  --header 'Content-Type: application/json' \
  --data '{
    "repository": "acme/web-shop",
    "git_provider": "github",
    "selected_branch": "main",
    "initial_user_msg": "The total in the basket ignores vouchers. Find out why, and fix it with a test.",
    "image_urls": null,
    "conversation_instructions": "Reply in English and keep commits small."
  }' \
  --fail-with-body \
  --silent \
  --show-error
