import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import"./chunk-6REANS53.js";var n={id:"volume",title:"Volume",summary:"in a named volume",runs:"container",position:30,usesHostDirectory:!1,mounts:(o,t,e)=>[{kind:"volume",source:e.volume,target:o}],contradiction:o=>o.mounted?null:"the target is not a mount, so the volume is missing"};export{n as scenario};
