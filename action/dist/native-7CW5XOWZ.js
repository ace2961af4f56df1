import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import"./chunk-6REANS53.js";var t={id:"native",title:"Native",summary:"on the host, no container; the same tools as in the image",runs:"host",position:0,usesHostDirectory:!0,mounts:()=>[],contradiction:()=>null};export{t as scenario};
