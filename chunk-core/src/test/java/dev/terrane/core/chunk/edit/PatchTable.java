package dev.terrane.core.chunk.edit;

import java.util.ArrayList;
import java.util.List;

/**
 * Cases of RFC 6902, written for this project in the order of the RFC's sections and of the traps
 * implementations fall into. One line a case: document, patch, and the result or the kind of
 * refusal. Quotes are single for legibility.
 */
final class PatchTable {
    private PatchTable() {}

    enum Expect {
        DONE,
        TEST_FAILED,
        MALFORMED,
        INVALID_TARGET
    }

    record Case(String document, String patch, Expect expect, String result) {}

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String line :
                (DOCUMENTS + ADD + REMOVE + REPLACE + MOVE_COPY + TEST + FORM).lines().toList()) {
            if (line.isBlank()) {
                continue;
            }
            String[] parts = line.replace('\'', '"').split(" \\| ");
            String outcome = parts[2].trim();
            cases.add(
                    switch (outcome) {
                        case "!test" -> new Case(parts[0], parts[1], Expect.TEST_FAILED, "");
                        case "!form" -> new Case(parts[0], parts[1], Expect.MALFORMED, "");
                        case "!target" -> new Case(parts[0], parts[1], Expect.INVALID_TARGET, "");
                        default -> new Case(parts[0], parts[1], Expect.DONE, outcome);
                    });
        }
        return cases;
    }

    private static final String DOCUMENTS =
            """
            {} | [] | {}
            {'a':1} | [] | {'a':1}
            ['a'] | [] | ['a']
            [{'b':1,'a':2}] | [] | [{'b':1,'a':2}]
            'text' | [{'op':'replace','path':'','value':'other'}] | 'other'
            1 | [{'op':'test','path':'','value':1}] | 1
            null | [{'op':'add','path':'','value':{}}] | {}
            {'a':1.10} | [] | {'a':1.10}
            {'a':12345678901234567890} | [] | {'a':12345678901234567890}
            """;

    private static final String ADD =
            """
            {} | [{'op':'add','path':'/a','value':1}] | {'a':1}
            {} | [{'op':'add','path':'/a','value':'1'}] | {'a':'1'}
            {'a':null} | [{'op':'add','path':'/a','value':1}] | {'a':1}
            {'a':1} | [{'op':'add','path':'/b','value':true}] | {'a':1,'b':true}
            {'a':1} | [{'op':'add','path':'/b','value':false}] | {'a':1,'b':false}
            {'a':1} | [{'op':'add','path':'/b','value':null}] | {'a':1,'b':null}
            {'a':1} | [{'op':'add','path':'/b','value':[1,{'c':2}]}] | {'a':1,'b':[1,{'c':2}]}
            {'a':1} | [{'op':'add','path':'/0','value':2}] | {'a':1,'0':2}
            {'a':1} | [{'op':'add','path':'/-','value':2}] | {'a':1,'-':2}
            {} | [{'op':'add','path':'/','value':1}] | {'':1}
            {'a':{}} | [{'op':'add','path':'/a/','value':1}] | {'a':{'':1}}
            {} | [{'op':'add','path':'','value':[]}] | []
            [] | [{'op':'add','path':'','value':{}}] | {}
            {'a':1} | [{'op':'add','path':'','value':{'b':2}}] | {'b':2}
            [] | [{'op':'add','path':'/0','value':'x'}] | ['x']
            [] | [{'op':'add','path':'/-','value':'x'}] | ['x']
            ['x'] | [{'op':'add','path':'/1','value':'y'}] | ['x','y']
            ['x','z'] | [{'op':'add','path':'/1','value':'y'}] | ['x','y','z']
            ['x','z'] | [{'op':'add','path':'/0','value':'y'}] | ['y','x','z']
            ['x','z'] | [{'op':'add','path':'/2','value':'y'}] | ['x','z','y']
            ['x','z'] | [{'op':'add','path':'/1','value':['p','q']}] | ['x',['p','q'],'z']
            ['x'] | [{'op':'add','path':'/-','value':{'a':['b']}}] | ['x',{'a':['b']}]
            [1,[2,[3]]] | [{'op':'add','path':'/1/1/-','value':4}] | [1,[2,[3,4]]]
            {'l':[{'a':1}]} | [{'op':'add','path':'/l/0/b','value':2}] | {'l':[{'a':1,'b':2}]}
            ['x','z'] | [{'op':'add','path':'/3','value':'y'}] | !target
            {'l':[1,2]} | [{'op':'add','path':'/l/9','value':3}] | !target
            {'l':[1,2]} | [{'op':'add','path':'/l/-1','value':3}] | !target
            {'l':[1,2]} | [{'op':'add','path':'/l/2000000000','value':3}] | !target
            {'l':[1,2]} | [{'op':'add','path':'/l/99999999999999999999','value':3}] | !target
            ['x'] | [{'op':'add','path':'/name','value':1}] | !target
            ['x'] | [{'op':'add','path':'/1e0','value':1}] | !target
            ['x'] | [{'op':'add','path':'/00','value':1}] | !target
            ['x'] | [{'op':'add','path':'/+0','value':1}] | !target
            ['x'] | [{'op':'add','path':'/ 0','value':1}] | !target
            ['x'] | [{'op':'add','path':'/','value':1}] | !target
            {'q':{'bar':2}} | [{'op':'add','path':'/a/b','value':1}] | !target
            {'a':1} | [{'op':'add','path':'/a/b','value':1}] | !target
            {'a':'text'} | [{'op':'add','path':'/a/0','value':1}] | !target
            """;

    private static final String REMOVE =
            """
            {'a':1,'b':[1,2]} | [{'op':'remove','path':'/b'}] | {'a':1}
            {'a':null} | [{'op':'remove','path':'/a'}] | {}
            {'l':[{'a':1}]} | [{'op':'remove','path':'/l/0/a'}] | {'l':[{}]}
            [1,2,3,4] | [{'op':'remove','path':'/0'}] | [2,3,4]
            [1,2,3,4] | [{'op':'remove','path':'/1'},{'op':'remove','path':'/2'}] | [1,3]
            ['x','y','z'] | [{'op':'remove','path':'/2'}] | ['x','y']
            {'a':1} | [{'op':'remove','path':'/b'}] | !target
            ['x'] | [{'op':'remove','path':'/1'}] | !target
            ['x'] | [{'op':'remove','path':'/-'}] | !target
            ['x'] | [{'op':'remove','path':'/1e0'}] | !target
            {'l':[{'a':1}]} | [{'op':'remove','path':'/l/1e0/a'}] | !target
            {'a':1} | [{'op':'remove','path':'/a/b'}] | !target
            {'a':1} | [{'op':'remove','path':''}] | !target
            """;

    private static final String REPLACE =
            """
            {'a':1} | [{'op':'replace','path':'/a','value':[1,2]}] | {'a':[1,2]}
            {'a':null} | [{'op':'replace','path':'/a','value':'x'}] | {'a':'x'}
            {'a':'x'} | [{'op':'replace','path':'/a','value':null}] | {'a':null}
            {'l':[{'a':1}]} | [{'op':'replace','path':'/l/0/a','value':2}] | {'l':[{'a':2}]}
            [''] | [{'op':'replace','path':'/0','value':0}] | [0]
            [''] | [{'op':'replace','path':'/0','value':true}] | [true]
            [''] | [{'op':'replace','path':'/0','value':false}] | [false]
            [''] | [{'op':'replace','path':'/0','value':null}] | [null]
            ['x','y'] | [{'op':'replace','path':'/1','value':['p','q']}] | ['x',['p','q']]
            {'a':1} | [{'op':'replace','path':'','value':{'b':2}}] | {'b':2}
            {'a':1} | [{'op':'replace','path':'/b','value':2}] | !target
            {'a':1} | [{'op':'replace','path':'/b/c','value':2}] | !target
            ['x'] | [{'op':'replace','path':'/1','value':2}] | !target
            ['x'] | [{'op':'replace','path':'/-','value':2}] | !target
            ['x'] | [{'op':'replace','path':'/1e0','value':2}] | !target
            """;

    private static final String MOVE_COPY =
            """
            {'a':1,'l':[{'b':2}]} | [{'op':'move','from':'/a','path':'/c'}] | {'l':[{'b':2}],'c':1}
            {'a':1} | [{'op':'move','from':'/a','path':'/a'}] | {'a':1}
            {'a':null} | [{'op':'move','from':'/a','path':'/b'}] | {'b':null}
            {'l':[{'b':2}]} | [{'op':'move','from':'/l/0/b','path':'/l/1'}] | {'l':[{},2]}
            ['a','b','c','d'] | [{'op':'move','from':'/1','path':'/3'}] | ['a','c','d','b']
            ['a','b','c','d'] | [{'op':'move','from':'/3','path':'/0'}] | ['d','a','b','c']
            ['a','b'] | [{'op':'move','from':'/0','path':'/-'}] | ['b','a']
            {'a':{'b':1}} | [{'op':'move','from':'/a/b','path':''}] | 1
            {'a':{'b':1},'ab':{}} | [{'op':'move','from':'/a','path':'/ab/c'}] | {'ab':{'c':{'b':1}}}
            {'a':null} | [{'op':'copy','from':'/a','path':'/b'}] | {'a':null,'b':null}
            {'l':[{'b':2}]} | [{'op':'copy','from':'/l/0','path':'/c'}] | {'l':[{'b':2}],'c':{'b':2}}
            {'a':{'b':1}} | [{'op':'copy','from':'/a','path':'/a/c'}] | {'a':{'b':1,'c':{'b':1}}}
            {'a':[1]} | [{'op':'copy','from':'/a','path':'/b'},{'op':'add','path':'/b/-','value':2}] | {'a':[1],'b':[1,2]}
            {'a':1} | [{'op':'copy','from':'','path':'/b'}] | {'a':1,'b':{'a':1}}
            {'a':1} | [{'op':'move','from':'/b','path':'/a'}] | !target
            {'a':1} | [{'op':'copy','from':'/b','path':'/a'}] | !target
            {'a':1} | [{'op':'move','from':'/b','path':'/b'}] | !target
            {'l':[1]} | [{'op':'copy','from':'/l/1e0','path':'/a'}] | !target
            {'l':[1]} | [{'op':'move','from':'/l/1e0','path':'/a'}] | !target
            {'l':[1]} | [{'op':'copy','from':'/l/-','path':'/a'}] | !target
            {'a':{'b':1}} | [{'op':'move','from':'/a','path':'/a/b/c'}] | !form
            {'a':1} | [{'op':'move','from':'','path':'/a'}] | !form
            """;

    private static final String TEST =
            """
            {'a':1} | [{'op':'test','path':'/a','value':1}] | {'a':1}
            {'a':1} | [{'op':'test','path':'/a','value':1.0}] | {'a':1}
            {'a':100} | [{'op':'test','path':'/a','value':1e2}] | {'a':100}
            {'a':0} | [{'op':'test','path':'/a','value':-0.0}] | {'a':0}
            {'a':null} | [{'op':'test','path':'/a','value':null}] | {'a':null}
            {'a':{'b':1,'c':2}} | [{'op':'test','path':'/a','value':{'c':2,'b':1}}] | {'a':{'b':1,'c':2}}
            {'a':[{'b':1,'c':2}]} | [{'op':'test','path':'/a','value':[{'c':2,'b':1}]}] | {'a':[{'b':1,'c':2}]}
            {'a':{'b':[1,2]}} | [{'op':'test','path':'/a','value':{'b':[1,2]}}] | {'a':{'b':[1,2]}}
            {'1e0':'x'} | [{'op':'test','path':'/1e0','value':'x'}] | {'1e0':'x'}
            {'':1} | [{'op':'test','path':'/','value':1}] | {'':1}
            {'':{'':1}} | [{'op':'test','path':'//','value':1}] | {'':{'':1}}
            {'x/y':1} | [{'op':'test','path':'/x~1y','value':1}] | {'x/y':1}
            {'x~y':1} | [{'op':'test','path':'/x~0y','value':1}] | {'x~y':1}
            {'~1':1} | [{'op':'test','path':'/~01','value':1}] | {'~1':1}
            {'/':9,'~1':10} | [{'op':'test','path':'/~01','value':10}] | {'/':9,'~1':10}
            {'x%y':1,' ':2,'^':3,'\\\\':4} | [{'op':'test','path':'/x%y','value':1},{'op':'test','path':'/ ','value':2},{'op':'test','path':'/^','value':3},{'op':'test','path':'/\\\\','value':4}] | {'x%y':1,' ':2,'^':3,'\\\\':4}
            {'€':1} | [{'op':'test','path':'/\\u20ac','value':1}] | {'€':1}
            {'a':1e999999999} | [{'op':'test','path':'/a','value':1e-999999999}] | !test
            {'a':1} | [{'op':'test','path':'/a','value':2}] | !test
            {'a':1} | [{'op':'test','path':'/a','value':'1'}] | !test
            {'a':1} | [{'op':'test','path':'/a','value':true}] | !test
            {'a':false} | [{'op':'test','path':'/a','value':null}] | !test
            {'a':{'b':[1,2]}} | [{'op':'test','path':'/a','value':[1,2]}] | !test
            {'a':[1,2]} | [{'op':'test','path':'/a','value':[2,1]}] | !test
            {'a':{}} | [{'op':'test','path':'/a','value':[]}] | !test
            {'a':1} | [{'op':'test','path':'/b','value':null}] | !test
            ['x'] | [{'op':'test','path':'/1','value':'x'}] | !test
            ['x'] | [{'op':'test','path':'/-','value':'x'}] | !test
            ['x','y'] | [{'op':'test','path':'/1e0','value':'y'}] | !target
            ['x','y'] | [{'op':'test','path':'/00','value':'x'}] | !target
            ['x','y'] | [{'op':'test','path':'/01','value':'y'}] | !target
            {'a':'C'} | [{'op':'replace','path':'/a','value':42},{'op':'test','path':'/a','value':'C'}] | !test
            """;

    private static final String FORM =
            """
            {'a':1} | [{'op':'test','path':'/a','value':1,'extra':true}] | {'a':1}
            {'a':1} | [{'op':'add','path':'/b','value':2,'from':'/a'}] | {'a':1,'b':2}
            {} | {'op':'add','path':'/a','value':1} | !form
            {} | [1] | !form
            {} | [[]] | !form
            {} | null | !form
            {} | [{'op':'add','path':'/a','value':1} | !form
            {} | [{'path':'/a','value':1}] | !form
            {} | [{'op':'spam','path':'/a','value':1}] | !form
            {} | [{'op':'ADD','path':'/a','value':1}] | !form
            {} | [{'op':null,'path':'/a','value':1}] | !form
            {} | [{'op':'add','value':1}] | !form
            {} | [{'op':'add','path':null,'value':1}] | !form
            {} | [{'op':'add','path':7,'value':1}] | !form
            {} | [{'op':'add','path':'a','value':1}] | !form
            {} | [{'op':'add','path':'#/a','value':1}] | !form
            {} | [{'op':'add','path':'/~','value':1}] | !form
            {} | [{'op':'add','path':'/a~2','value':1}] | !form
            [1] | [{'op':'add','path':'/-'}] | !form
            [1] | [{'op':'replace','path':'/0'}] | !form
            [null] | [{'op':'test','path':'/0'}] | !form
            [false] | [{'op':'test','path':'/0'}] | !form
            [1] | [{'op':'copy','path':'/-'}] | !form
            {'a':1} | [{'op':'move','path':''}] | !form
            {'a':1} | [{'op':'move','from':'a','path':'/b'}] | !form
            {'a':1} | [{'op':'copy','from':null,'path':'/b'}] | !form
            {'a':'b'} | [{'op':'add','path':'/c','value':'d','op':'move','from':'/a'}] | !form
            {'a':1,'a':2} | [] | !form
            {} | [{'op':'add','path':'/a','value':1},{'op':'remove','path':'/x'}] | !target
            """;
}
