type McpClient = {
  id: string;
  program: string;
  /** The file that the lines belong in; without it, they are a command. */
  place?: string;
  configure: (address: string) => string;
};

/** Where the person's token goes: never into the address. */
const token = 'lat_…';
const json = (value: object) => JSON.stringify(value, null, 2);

/** The programs that most people use, and what each wants to be told. docs/guide/mcp.md has the same lines. */
export const mcpClients: readonly McpClient[] = [
  {
    id: 'claude-code',
    program: 'Claude Code',
    configure: (address) =>
      `claude mcp add --transport http lectern ${address} \\\n  --header "Authorization: Bearer ${token}"`,
  },
  {
    id: 'claude-desktop',
    program: 'Claude Desktop',
    place: 'claude_desktop_config.json',
    configure: (address) =>
      json({
        mcpServers: {
          lectern: {
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in.
            args: ['-y', 'mcp-remote', address, '--header', 'Authorization:${LECTERN_AUTHORIZATION}'],
            env: { LECTERN_AUTHORIZATION: `Bearer ${token}` },
          },
        },
      }),
  },
  {
    id: 'cursor',
    program: 'Cursor',
    place: '.cursor/mcp.json',
    configure: (address) =>
      json({ mcpServers: { lectern: { url: address, headers: { Authorization: `Bearer ${token}` } } } }),
  },
  {
    id: 'vs-code',
    program: 'VS Code',
    place: '.vscode/mcp.json',
    configure: (address) =>
      json({
        inputs: [
          { type: 'promptString', id: 'lectern-token', description: 'Lectern API token', password: true },
        ],
        servers: {
          lectern: {
            type: 'http',
            url: address,
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the program asks for it.
            headers: { Authorization: 'Bearer ${input:lectern-token}' },
          },
        },
      }),
  },
];
