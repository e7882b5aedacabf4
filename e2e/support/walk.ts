import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { checkAccessibility, openBrowser, openPage, photographFailures } from './browser.ts';
import { type NewProduct, startNewProduct } from './product.ts';

/** A journey of several people through one product, each in a browser context of their own. */
export type Walk = {
  readonly url: string;
  readonly administrator: NewProduct['administrator'];
  openVisitor: (width?: number) => Promise<Page>;
  /** Goes to a screen and waits for its heading. */
  open: (page: Page, path: string, heading: string | RegExp) => Promise<void>;
  /** What `look` does at the width of a phone. */
  onPhone: (page: Page, look: () => Promise<void>) => Promise<void>;
  checkOnPhone: (page: Page, screen: string) => Promise<void>;
  /** Errors of the pages themselves so far. */
  faults: readonly string[];
};

/** Starts product and browser before the first step and ends them after the last. */
export function startWalk(
  journey: string,
  settings: () => Promise<Record<string, string>> = async () => ({}),
): Walk {
  let product: NewProduct;
  let browser: Browser;
  const faults: string[] = [];
  beforeAll(async () => {
    product = await startNewProduct(await settings());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  photographFailures(journey, () => browser);

  const walk: Walk = {
    get url() {
      return product.url;
    },
    get administrator() {
      return product.administrator;
    },
    faults,
    openVisitor: async (width) => {
      const { page } = await openPage(browser, { width });
      page.on('pageerror', (error) => faults.push(error.message));
      return page;
    },
    open: async (page, path, heading) => {
      await page.goto(`${product.url}/${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
    onPhone: async (page, look) => {
      const before = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      await look();
      if (before) await page.setViewportSize(before);
    },
    checkOnPhone: (page, screen) =>
      walk.onPhone(page, () => checkAccessibility(page, `${screen} on a phone`)),
  };
  return walk;
}

/** At the end of a journey. */
export function expectNoFaults({ faults }: Walk): void {
  expect(faults).toEqual([]);
}
