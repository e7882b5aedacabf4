import { Avatar } from '@mantine/core';

const hues = [184, 212, 262, 328, 18, 38, 92, 148];

function pickHue(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[hash % hues.length] ?? 184;
}

/** A picture, or the first letter of the name on a colour that stays with the name. Decorative: the name is next to it. */
export function InitialAvatar({
  name,
  photo,
  size = 32,
  square = false,
}: {
  name: string;
  photo?: string | null;
  size?: number;
  /** For things; people are round. */
  square?: boolean;
}) {
  const hue = pickHue(name);
  return (
    <Avatar
      src={photo ?? null}
      size={size}
      radius={square ? Math.round(size / 4) : size}
      alt=""
      aria-hidden
      styles={{
        placeholder: {
          background: `light-dark(hsl(${hue} 42% 91%), hsl(${hue} 26% 22%))`,
          color: `light-dark(hsl(${hue} 60% 24%), hsl(${hue} 46% 80%))`,
          fontWeight: 600,
          fontSize: Math.round(size * 0.42),
        },
      }}
    >
      {[...name.trim()][0]?.toLocaleUpperCase() ?? '·'}
    </Avatar>
  );
}
