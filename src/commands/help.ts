export const help = `social-analytics-mcp: social media analytics for AI agents, over MCP

  social-analytics-mcp [serve]             MCP over stdio
  social-analytics-mcp http                MCP over HTTP at /mcp: --host 127.0.0.1, --port 3000, --auth tokens:FILE,
                                           --allowed-host NAME, --allowed-origin URL
  social-analytics-mcp token add NAME      a token for a caller over HTTP, printed once; --auth tokens:FILE,
                                           --account LOGIN; also token remove NAME, token list
  social-analytics-mcp call TOOL [JSON]    one tool call; --csv FILE writes the whole result
  social-analytics-mcp tools               the tools and prompts, and what they cost in tokens
  social-analytics-mcp sandbox             the sandbox API: --port 4010, --profiles N, --complexity NUMBERS,
                                           --without-label-groups, --fail OPERATION=CODE, --log FILE;
                                           --oauth with --auto-consent, --access-token-ttl SECONDS,
                                           --refresh-token-ttl SECONDS, --rotate always, --redirect-uri URI
  social-analytics-mcp demo                a walk through the main job
  social-analytics-mcp login               stores a login: asks, or takes --basic (token and secret on stdin), or
                                           --oauth --client-id ID --redirect-uri URI (client secret on stdin), --no-browser
  social-analytics-mcp logout              revokes and deletes it
  social-analytics-mcp status              who you are, what ends when, what is left
  social-analytics-mcp doctor              checks this machine, and prints the settings of clients

  --sandbox                 use the embedded sandbox; no credentials are needed. It takes the sandbox's own flags too
  --base-url URL            the API's address
  --account NAME            which stored login (default)
  --toolsets A,B            which tools are offered: reference, metrics, posts, v2 (all but v2)
  --structured              structured content for programs, beside the text
  --max-answer-tokens N     budget of one answer (6000)
  --max-requests N          most requests of one call (50)
  --deadline SECONDS        how long one call may take (50)
  --settled-after DAYS      days so long past change no more, and are kept for 30 days (3)
  --log-level LEVEL         what is written to stderr: error, warn, info, debug (warn)
  --json                    login, logout, status and doctor for programs

The environment: SOCIAL_ANALYTICS_BASE_URL, SOCIAL_ANALYTICS_TOKEN and SOCIAL_ANALYTICS_SECRET
(or SOCIAL_ANALYTICS_ACCESS_TOKEN); SOCIAL_ANALYTICS_CREDENTIAL_STORE=keychain or file:PATH, which
SOCIAL_ANALYTICS_PASSPHRASE encrypts; SOCIAL_ANALYTICS_CLIENT_SECRET; and SOCIAL_ANALYTICS_… for each flag above.`;
