/** What the server tells of the button, in the form of its API. */
export type Appearance = {
  button_text: string;
  position: 'down_right' | 'down_left' | 'up_right' | 'up_left';
  width: number;
  height: number;
  color: string;
  text_color: string;
  /** A data URL. */
  image: string | null;
  language: string | null;
  title: string;
};

const labels = {
  en: { open: 'Open the chat', close: 'Close the chat' },
  fr: { open: 'Ouvrir la discussion', close: 'Fermer la discussion' },
  zh: { open: '打开聊天', close: '关闭聊天' },
  'zh-TRADITIONAL': { open: '開啟聊天', close: '關閉聊天' },
};

/** Names of the button, in the language of the widget or the browser. */
export function readLabels(language: string): { open: string; close: string } {
  if (/^zh-(hant|tw|hk|mo|traditional)/i.test(language)) return labels['zh-TRADITIONAL'];
  return labels[language.slice(0, 2).toLowerCase() as 'en' | 'fr' | 'zh'] ?? labels.en;
}
