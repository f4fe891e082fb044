# For the guide docs/nightly-file.md: makes a sandbox and lets the commands of this terminal work in it.
# With `npm start` running, at the top of the repository: . examples/nightly-file/trial.sh

service=http://127.0.0.1:${PORT:-3000}
demo=${DATA_DIR:-.data}/demo.json

# A member of a JSON document: of a file, or of standard input.
member() { node -p "JSON.parse(fs.readFileSync(process.argv[1], 'utf8'))$2" "$1"; }

# Calls the sandboxes of the demo university: method, path, body.
sandboxes() {
  curl -sS --fail-with-body -X "$1" "$service/api/v1/sandbox/tenants$2" -H 'Content-Type: application/json' -d "$3" \
    -H "X-Service-API-Key: $(member "$demo" .apiKey)" -H "X-Service-API-Secret: $(member "$demo" .apiSecret)"
}

# Moves the clock of the sandbox; what falls due on the way happens.
hours_pass() { sandboxes PUT "/$TENANT/clock" "{\"advanceSeconds\":$(($1 * 3600))}" | member /dev/stdin .data.now; }

sandbox=$(sandboxes POST '' '{"name":"Trial","seed":"empty","clock":{"now":"2026-09-07T22:00:00Z"}}')
TENANT=$(printf %s "$sandbox" | member /dev/stdin .data.tenantId)
of_users=".data.credentials.find(({ scopes }) => scopes.includes('users'))"
INTEGRATION_API_KEY=$(printf %s "$sandbox" | member /dev/stdin "$of_users.apiKey")
INTEGRATION_API_SECRET=$(printf %s "$sandbox" | member /dev/stdin "$of_users.apiSecret")
INTEGRATION_API_URL=$service
export TENANT INTEGRATION_API_URL INTEGRATION_API_KEY INTEGRATION_API_SECRET
echo "The sandbox $TENANT lives for two hours. In the browser, $service/admin/:"
printf %s "$sandbox" | member /dev/stdin ".data.administrator.email"
printf %s "$sandbox" | member /dev/stdin ".data.administrator.password"
