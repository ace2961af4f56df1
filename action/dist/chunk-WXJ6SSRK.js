import{createRequire}from'node:module';const require=createRequire(import.meta.url);
function c(e){let t=e.split(`
`).map(n=>n.trim()),r=t.findIndex(n=>/^[[{]/.test(n)),o=t.findLastIndex(n=>/[\]}]$/.test(n)),s=i(t.slice(r,o+1).join(`
`));return(s===void 0?t.map(i):[s]).flat().filter(n=>typeof n=="object"&&n!==null)}function u(e,t){return c(e).find(t)}function i(e){try{return JSON.parse(e)}catch{return}}export{c as a,u as b};
