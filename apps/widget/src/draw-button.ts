const svg = 'http://www.w3.org/2000/svg';

function drawBubble(): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  for (const shape of ['M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12Z', 'M9 12h.01M13 12h.01M17 12h.01']) {
    const path = document.createElementNS(svg, 'path');
    path.setAttribute('d', shape);
    icon.append(path);
  }
  return icon;
}

/** On a canvas: a policy of the host page for pictures would keep an element with a data URL empty. */
async function drawPicture(canvas: HTMLCanvasElement, dataUrl: string): Promise<void> {
  const [, type = '', encoded = ''] = /^data:([^;]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type }));
  const side = Math.min(picture.width, picture.height);
  canvas.width = canvas.height = 112;
  canvas
    .getContext('2d')
    ?.drawImage(
      picture,
      (picture.width - side) / 2,
      (picture.height - side) / 2,
      side,
      side,
      0,
      0,
      canvas.width,
      canvas.height,
    );
}

/** The button with its picture and text. */
export function drawButton(text: string, image: string | null): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-expanded', 'false');
  if (image === null) button.append(drawBubble());
  else {
    const canvas = document.createElement('canvas');
    button.append(canvas);
    drawPicture(canvas, image).catch(() => canvas.replaceWith(drawBubble()));
  }
  if (text === '') button.className = 'round';
  else {
    const label = document.createElement('span');
    label.textContent = text;
    button.append(label);
  }
  return button;
}
