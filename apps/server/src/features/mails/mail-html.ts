import type { Language } from '@lectern/contract';
import type { MailBlock } from './mail-text.ts';

type HtmlMail = { language: Language; subject: string; blocks: MailBlock[]; footer: string };

const font =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'PingFang TC', 'Microsoft YaHei', 'Microsoft JhengHei', sans-serif";
const body = `margin:0;padding:0;background:#f8f7f4;color:#21201e;font-family:${font};font-size:16px;line-height:1.55`;
const card = 'background:#ffffff;border:1px solid #e6e3dd;border-radius:8px;padding:28px 32px';
const paragraph = 'margin:0 0 16px';
const code =
  "margin:0 0 16px;padding:14px 8px;background:#f1efeb;border-radius:6px;text-align:center;font-family:'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;font-size:32px;line-height:1.2;font-weight:600;letter-spacing:6px";
const button =
  'display:inline-block;padding:11px 22px;background:#0f6266;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none';
const quiet = 'margin:0;color:#726e67;font-size:13px;line-height:1.5';

/** Programs that show mail keep inline styles only; those that know dark mode keep these few rules too. */
const darkRules = `@media (prefers-color-scheme: dark) {
  .page { background: #21201e !important; color: #e6e3dd !important; }
  .card { background: #2b2a27 !important; border-color: #55524d !important; }
  .code { background: #393734 !important; }
  .brand { color: #82babb !important; }
  .quiet { color: #bfbab1 !important; }
}`;

/** Nothing is fetched when it is opened: no picture, no font, nothing that tells who reads it. */
export function layOutHtml({ language, subject, blocks, footer }: HtmlMail): string {
  return `<!doctype html>
<html lang="${language === 'zh-TRADITIONAL' ? 'zh-Hant' : language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkRules}</style>
</head>
<body class="page" style="${body}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 0 14px;color:#0f6266;font-size:18px;font-weight:600">Lectern</td></tr>
<tr><td class="card" style="${card}">
${blocks.map(layOutBlock).join('\n')}
</td></tr>
<tr><td style="padding:14px 0 0"><p class="quiet" style="${quiet}">${escapeHtml(footer)}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function layOutBlock(block: MailBlock): string {
  if (typeof block === 'string') return `<p style="${paragraph}">${escapeHtml(block)}</p>`;
  if ('code' in block) return `<p class="code" style="${code}">${escapeHtml(block.code)}</p>`;
  if ('said' in block)
    return `<p style="${paragraph};white-space:pre-wrap;overflow-wrap:anywhere"><strong>${escapeHtml(block.speaker)}</strong><br>${escapeHtml(block.said)}</p>`;
  if ('link' in block) {
    const url = escapeHtml(block.url);
    // The address is below too: a button cannot be read, nor copied to another device.
    return `<p style="${paragraph}"><a href="${url}" style="${button}">${escapeHtml(block.link)}</a></p>
<p class="quiet" style="${quiet};margin-bottom:16px;word-break:break-all">${url}</p>`;
  }
  const rows = block.facts.map(
    ([label, value]) =>
      `<tr><td class="quiet" style="padding:4px 16px 4px 0;color:#726e67;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:4px 0;word-break:break-all"><strong>${escapeHtml(value)}</strong></td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
