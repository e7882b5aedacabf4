import type { automation as en } from '../en/automation.ts';
import type { Texts } from '../texts.ts';

export const automation: Texts<typeof en> = {
  templates: {
    emptyFlow: '空白流程',
    emptyText: '一個問題及其回答，可在其間新增步驟。',
    beginWith: '從何開始',
    steps: '步驟',
    needs: '需要什麼',
    later: '也可以稍後在節點上選擇。',
    model: '聊天模型',
    modelHint: '留空時使用公司的預設模型。',
    bases: '知識庫',
    assistant: '助理',
    credential: '需要外部服務的憑證：請在有提示的節點上選擇。',
    sketch: '流程草圖',
  },
};
