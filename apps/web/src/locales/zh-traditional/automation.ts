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
  imports: {
    title: '已從 {{product}} 匯入',
    summary: '{{total}} 個部分中有 {{mapped}} 個已匯入。',
    open: '開啟流程',
    kept: '保留為便箋',
    keptHint: '此處沒有元件能完成其工作，其前後的節點直接相連；畫布上的便箋保留了其設定。',
    changed: '請檢查',
    changedHint: '這些部分已匯入，但並不完整。',
    remarks: {
      knowledge_bases: '請選擇其知識庫。',
      model: '使用預設模型，可另選。',
      credential: '未匯入其金鑰，請新增憑證。',
      tools: '其工具已略去。',
      files: '其檔案輸入已略去。',
      expression: '部分計算未能辨識，請檢查。',
      first_only: '多個文字或群組中只取第一個。',
      result: '請檢查每一輪的輸出。',
      option: '部分設定未能辨識。',
    },
  },
};
