curl 'http://127.0.0.1:4010/api/v1/sandboxes?sandbox_spec_id=ghcr.io/acme/agent-server:1.2' \
  --request POST \
  --header 'X-Session-API-Key: any' \
  --fail-with-body \
  --silent \
  --show-error \
  --write-out '\n'
