import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { type RefObject, useEffect, useState } from 'react';

/** The spans over a page's picture, and their texts. */
export type PageTextLayer = { divs: readonly HTMLElement[]; strings: readonly string[] };

/** Lays the page's text out in the element; undefined until it is there. */
export function useTextLayer(
  host: RefObject<HTMLElement | null>,
  { pdf, number, near }: { pdf: PDFDocumentProxy; number: number; near: boolean },
): PageTextLayer | undefined {
  const [layer, setLayer] = useState<PageTextLayer>();
  useEffect(() => {
    const container = host.current;
    if (!near || !container) return;
    let left = false;
    let text: TextLayer | undefined;
    async function layOut(container: HTMLElement): Promise<void> {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      if (left) return;
      text = new TextLayer({
        textContentSource: content,
        container,
        viewport: page.getViewport({ scale: 1 }),
      });
      await text.render();
      if (!left) setLayer({ divs: text.textDivs, strings: text.textContentItemsStr });
    }
    // A page without text that can be selected is still a page that can be read.
    layOut(container).catch(() => undefined);
    return () => {
      left = true;
      text?.cancel();
      container.replaceChildren();
      setLayer(undefined);
    };
  }, [host, near, pdf, number]);
  return layer;
}
