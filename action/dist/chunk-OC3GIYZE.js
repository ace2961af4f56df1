import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{W as n}from"./chunk-VBXP4WIN.js";var r=class extends n{code;constructor(e,i){super(3,i),this.name="GitHubProblem",this.code=e}};function s(t){let e=t.replaceAll(/[\s\p{C}]+/gu," ").trim();return`\u201C${e.length>200?`${e.slice(0,200)}\u2026`:e}\u201D`}export{r as a,s as b};
