import type { shell as english } from '../en/shell.ts';
import type { Texts } from '../texts.ts';

export const shell: Texts<typeof english> = {
  productName: 'Lectern',
  loading: '載入中…',
  copied: '已複製',
  panes: '面板',
  resizePanes: '調整面板大小',
  actions: {
    save: '儲存',
    cancel: '取消',
    close: '關閉',
    delete: '刪除',
    edit: '編輯',
    rename: '重新命名',
    create: '建立',
    add: '新增',
    copy: '複製',
    search: '搜尋',
    retry: '重試',
    reload: '重新載入頁面',
    back: '返回',
    backHome: '返回首頁',
    more: '更多操作',
  },
  errors: {
    title: '無法載入',
    network: '無法連線到伺服器。請檢查網路後重試。',
    aborted: '請求已停止。',
    unavailable: '伺服器忙碌或正在重新啟動，請稍後再試。',
    unexpected: '發生未預期的錯誤。請重試；若仍然出現，請聯絡管理員。',
    requestId: '請求 {{requestId}}',
    crashTitle: '此頁面已停止運作',
    outdatedTitle: '有新版本可用',
    outdatedText: '頁面開啟期間 Lectern 已更新。請重新載入以繼續。',
  },
  notFound: {
    title: '找不到頁面',
    text: '此網址沒有內容，可能已被移動或刪除。',
  },
  forbidden: {
    title: '您無權瀏覽此頁面',
    text: '您在此公司的級別不包含此頁面。如有需要，請聯絡管理員。',
  },
  table: {
    selectAll: '全選',
    select: '選取 {{name}}',
    range: '第 {{from}}–{{to}} 項，共 {{total}} 項',
    page: '第 {{page}} 頁',
    first: '第一頁',
    previous: '上一頁',
    next: '下一頁',
    last: '最後一頁',
  },
  photo: {
    choose: '選擇圖片',
    remove: '移除',
    failed: '無法讀取此圖片。請選擇 PNG、JPEG 或 WebP 檔案。',
  },
  validation: {
    required: '請填寫此欄位。',
  },
};
