export {
  createPageBrowser,
  type PageBrowser,
  type PageBrowserOptions,
  type RenderOptions,
} from './page-browser.ts';
