curl http://127.0.0.1:4010/api/v1/app-conversations \
  --header 'Authorization: Bearer any' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
