import{createRequire}from'node:module';const require=createRequire(import.meta.url);
function n(e){let t=e.replaceAll(/[\s\p{C}]+/gu," ").trim();return`\u201C${t.length>200?`${t.slice(0,200)}\u2026`:t}\u201D`}export{n as a};
