import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { MarkdownBody } from './markdown-body.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {} });
});

function render(text: string, renderCitation?: (number: number) => ReactNode): string {
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(MarkdownBody, { text, renderCitation })),
  );
}

describe('safety', () => {
  it('shows HTML as text', () => {
    const page = render(
      '<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<iframe src="//a.b"></iframe>',
    );
    expect(page).not.toMatch(/<(img|script|iframe)/);
    expect(page).toContain('&lt;script&gt;');
  });

  it('follows no address that runs code', () => {
    const page = render(
      '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x)',
    );
    expect(page).not.toMatch(/href="(javascript|data|vbscript)/i);
    // Nor leaves a link to nowhere: its words stay.
    expect(page).not.toContain('<a');
    for (const word of ['a', 'b', 'c', 'd']) expect(page).toContain(`<span>${word}</span>`);
  });

  it('fetches no picture and offers its address instead', () => {
    const page = render('![plan](https://tracker.example/p.png) ![x](data:image/png;base64,AA)');
    expect(page).not.toContain('<img');
    expect(page).toContain('href="https://tracker.example/p.png"');
    expect(page).toContain('noopener noreferrer');
  });
});

describe('form', () => {
  it('draws tables, task lists and code', () => {
    const page = render('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n```js\nlet x = "<b>";\n```');
    expect(page).toContain('<table>');
    expect(page).toContain('type="checkbox"');
    expect(page).toContain('let x = &quot;&lt;b&gt;&quot;;');
  });

  it('asks its owner how to draw a citation', () => {
    const draw = (number: number) => (number < 3 ? createElement('kbd', null, `see ${number}`) : undefined);
    const page = render('True [1], **also [2]**, unknown [9], `code[1]`.', draw);
    expect(page).toContain('<kbd>see 1</kbd>');
    expect(page).toContain('<strong>also <kbd>see 2</kbd></strong>');
    expect(page).toContain('unknown [9]');
    expect(page).toContain('<code>code[1]</code>');
    expect(render('True [1]')).toContain('True [1]');
  });
});
