/** The marker at the start of a line and the text after it. */
export type MarkedText = { marker: string; text: string; bullet: boolean };

const BULLET = /^([•●○◦▪▫■□►▶➢➤✓✔☑☐➔❑❖◆◇‣⁃∙·\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf02d\u2022])\s*(?=\S)/u;
const DASH = /^([-–—*])\s+(?=\S)/u;
const ENUMERATOR =
  /^([(（]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|[IVX]{1,5})[)）]|(?:\d{1,2}|[a-zA-Z]|[ivx]{2,5})\.|[①-⑳㈠-㈩])\s+(?=\S)/u;

/** Finds a bullet or enumerator at the start of a line. Private-use bullets of symbol fonts become "•". */
export function findListMarker(text: string): MarkedText | undefined {
  const bullet = BULLET.exec(text) ?? DASH.exec(text);
  if (bullet) {
    const sign = bullet[1]!;
    const marker = sign >= '\ue000' && sign <= '\uf8ff' ? '•' : sign;
    return { marker, text: text.slice(bullet[0].length), bullet: true };
  }
  const enumerator = ENUMERATOR.exec(text);
  if (!enumerator) return undefined;
  return { marker: enumerator[1]!, text: text.slice(enumerator[0].length), bullet: false };
}
