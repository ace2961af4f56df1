import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{d as t}from"./chunk-PK3C4BNT.js";var o=class extends t{code;constructor(e,n){super(3,n),this.name="GitHubProblem",this.code=e}};function d(r){let e=r.replaceAll(/[\s\p{C}]+/gu," ").trim();return`\u201C${e.length>200?`${e.slice(0,200)}\u2026`:e}\u201D`}export{o as a,d as b};
