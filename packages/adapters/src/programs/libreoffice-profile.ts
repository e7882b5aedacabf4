/** A port that nothing listens on: what is sent there fails at once. */
const NOWHERE = { host: '127.0.0.1', port: 9 };

const item = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const inet = (name: string, value: string | number) => item('/org.openoffice.Inet/Settings', name, value);
const security = (name: string, value: boolean | number) =>
  item('/org.openoffice.Office.Common/Security/Scripting', name, value);

/**
 * Settings under which a document runs nothing and loads nothing: no macros, no pictures or texts from files and
 * addresses that it names, and no way into the network for what should get past that.
 */
export const closedProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  security('DisableMacrosExecution', true),
  security('MacroSecurityLevel', 3),
  security('BlockUntrustedRefererLinks', true),
  security('DisableActiveContent', true),
  security('DisableOLEAutomation', true),
  inet('ooInetProxyType', 2),
  inet('ooInetHTTPProxyName', NOWHERE.host),
  inet('ooInetHTTPProxyPort', NOWHERE.port),
  inet('ooInetHTTPSProxyName', NOWHERE.host),
  inet('ooInetHTTPSProxyPort', NOWHERE.port),
  inet('ooInetFTPProxyName', NOWHERE.host),
  inet('ooInetFTPProxyPort', NOWHERE.port),
  inet('ooInetNoProxy', ''),
  item('/org.openoffice.Office.Writer/Content/Update', 'Link', 0),
  item('/org.openoffice.Office.Calc/Content/Update', 'Link', 1),
].join('\n')}
</oor:items>
`;
