import type { automation as en } from '../en/automation.ts';
import type { Texts } from '../texts.ts';

export const automation: Texts<typeof en> = {
  templates: {
    emptyFlow: '空白流程',
    emptyText: '一个问题及其回答，可在其间添加步骤。',
    beginWith: '从何开始',
    steps: '步骤',
    needs: '需要什么',
    later: '也可以稍后在节点上选择。',
    model: '聊天模型',
    modelHint: '留空时使用公司的默认模型。',
    bases: '知识库',
    assistant: '助手',
    credential: '需要外部服务的凭据：请在有提示的节点上选择。',
    sketch: '流程草图',
  },
};
